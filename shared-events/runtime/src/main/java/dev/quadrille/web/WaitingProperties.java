package dev.quadrille.web;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of requests that wait.
 *
 * @param most the longest that one waits, whatever it prefers
 * @param glance the pause between two looks at all that is waited for, while anybody waits
 * @param sign the pause between two signs of life. Only by writing can it be seen that a client is
 *     gone; what is written is space before the JSON. Quick answers come without
 */
@Validated
@ConfigurationProperties("quadrille.web.waiting")
record WaitingProperties(
    @DefaultValue("60s") @DurationMin(seconds = 1) Duration most,
    @DefaultValue("50ms") @DurationMin(millis = 1) Duration glance,
    @DefaultValue("2s") @DurationMin(millis = 1) Duration sign) {}
