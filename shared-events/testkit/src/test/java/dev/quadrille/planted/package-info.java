/**
 * A service that does everything wrong. Each class breaks a rule, and nothing uses it but tests.
 */
package dev.quadrille.planted;
