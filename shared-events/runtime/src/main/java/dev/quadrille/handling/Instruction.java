package dev.quadrille.handling;

/**
 * On whose word something is done by hand.
 *
 * @param by who
 * @param why the reason, in that person's words
 */
public record Instruction(String by, String why) {}
