/**
 * The demo: six scenes danced on a system of their own, each with its timeline, and the oracle's
 * verdict.
 */
@NullMarked
package dev.quadrille.cli.demo;

import org.jspecify.annotations.NullMarked;
