package dev.quadrille.web;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of requests.
 *
 * @param upload how long a body may take to come
 * @param farewell how long clients are asked to leave their connections before the server closes
 */
@Validated
@ConfigurationProperties("quadrille.web.request")
record RequestProperties(
    @DefaultValue("30s") @DurationMin(millis = 1) Duration upload,
    @DefaultValue("2s") @DurationMin Duration farewell) {}
