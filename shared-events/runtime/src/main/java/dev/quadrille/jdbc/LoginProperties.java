package dev.quadrille.jdbc;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the connections to the service's database.
 *
 * @param passwordFile holds the password of {@code spring.datasource.username} and is read for each
 *     new connection, so that a changed password needs no restart; absent: {@code
 *     spring.datasource.password}
 */
@ConfigurationProperties("quadrille.jdbc")
record LoginProperties(@Nullable Path passwordFile) {}
