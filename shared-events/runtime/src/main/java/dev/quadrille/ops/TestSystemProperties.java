package dev.quadrille.ops;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether this is a system to be broken.
 *
 * @param testSystem whether faults may be injected; never in production
 */
@ConfigurationProperties("quadrille")
record TestSystemProperties(@DefaultValue("false") boolean testSystem) {}
