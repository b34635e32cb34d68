package dev.quadrille.ops;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of what people on call look at.
 *
 * @param stuckAfter how long an aggregate may be in an intermediate state, or an event wait for its
 *     aggregate, before it is stuck
 * @param stuckLook the pause between two looks for stuck ones and for contradictions, for the
 *     gauges
 */
@Validated
@ConfigurationProperties("quadrille.ops")
record OpsProperties(
    @DefaultValue("2m") @DurationMin(millis = 1) Duration stuckAfter,
    @DefaultValue("15s") @DurationMin(millis = 100) Duration stuckLook) {}
