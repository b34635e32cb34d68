/** Who may call: bearer tokens, what each kind of caller may do, and how the others are refused. */
@NullMarked
package dev.quadrille.security;

import org.jspecify.annotations.NullMarked;
