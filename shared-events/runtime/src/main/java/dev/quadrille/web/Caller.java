package dev.quadrille.web;

/**
 * Who calls.
 *
 * @param merchantId whose orders, keys and numbers the call is about
 */
public record Caller(String merchantId) {}
