package dev.quadrille.testkit.explorer;

/** Something that is wrong, wherever it came up. */
record Trouble(Kind kind, String what) {}
