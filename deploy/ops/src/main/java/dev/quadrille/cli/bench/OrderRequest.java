package dev.quadrille.cli.bench;

/**
 * One order as it is sent.
 *
 * @param key its idempotency key
 * @param body JSON
 * @param twice whether an impatient client sends it twice at once
 */
record OrderRequest(String key, String body, boolean twice) {}
