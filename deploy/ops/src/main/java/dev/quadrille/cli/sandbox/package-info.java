/** What a service's own facts say that it holds, against what it says itself. */
@NullMarked
package dev.quadrille.cli.sandbox;

import org.jspecify.annotations.NullMarked;
