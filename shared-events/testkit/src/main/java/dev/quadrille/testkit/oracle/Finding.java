package dev.quadrille.testkit.oracle;

/**
 * Something that does not agree.
 *
 * @param check which promise is broken
 * @param what what contradicts what, with ids and numbers; equal in two looks if nothing changed
 */
public record Finding(String check, String what) {}
