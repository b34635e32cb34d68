/** What the entities of several services share. */
@NullMarked
package dev.quadrille.entity;

import org.jspecify.annotations.NullMarked;
