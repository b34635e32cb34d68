package dev.quadrille.security;

import jakarta.validation.constraints.NotBlank;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of who may call. Whose tokens are believed is Spring's to know: {@code
 * spring.security.oauth2.resourceserver.jwt.issuer-uri}, {@code .jwk-set-uri} or {@code
 * .public-key-location}, and {@code .audiences}.
 *
 * @param merchants patterns of the paths that merchants call, each for what is its own; all others
 *     want the scope {@code ops}
 */
@Validated
@ConfigurationProperties("quadrille.security")
record SecurityProperties(@DefaultValue({}) List<@NotBlank String> merchants) {}
