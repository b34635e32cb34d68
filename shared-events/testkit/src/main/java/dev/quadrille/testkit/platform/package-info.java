/**
 * The parts that the services stand on, without Docker: PostgreSQL, Kafka and the schema registry
 * as processes of their own on this machine. Tests share one {@link
 * dev.quadrille.testkit.platform.Platform} for a whole build; who wants to break a part starts one
 * for itself.
 *
 * <p>No process and no temporary file outlives the JVM that started it, however that JVM ends: see
 * {@link dev.quadrille.testkit.platform.Reaper}. POSIX systems only.
 */
@NullMarked
package dev.quadrille.testkit.platform;

import org.jspecify.annotations.NullMarked;
