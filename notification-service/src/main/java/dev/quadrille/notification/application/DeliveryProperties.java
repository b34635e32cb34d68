package dev.quadrille.notification.application;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of sending.
 *
 * @param pause between looks for something to send
 * @param batch the most notifications that are claimed at once
 * @param lease how long a claim lasts; what has not ended by then has failed, its outcome unknown.
 *     Nothing is begun in its second half, so an attempt may take that long
 */
@Validated
@ConfigurationProperties("quadrille.notification.delivery")
record DeliveryProperties(
    @DefaultValue("100ms") @DurationMin(millis = 1) Duration pause,
    @DefaultValue("50") @Min(1) @Max(1000) int batch,
    @DefaultValue("2m") @DurationMin(seconds = 1) Duration lease) {}
