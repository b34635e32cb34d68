package dev.quadrille.order.application;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of orders.
 *
 * @param deadline how long an order may stay undecided
 * @param sweepPause the pause between two rounds of the sweeper
 * @param sweepBatch the most orders that a round cancels; with the pause, the most that one replica
 *     adds to the compensation lane
 */
@Validated
@ConfigurationProperties("quadrille.order")
record OrderProperties(
    @DefaultValue("5m") @DurationMin(millis = 1) Duration deadline,
    @DefaultValue("1s") @DurationMin(millis = 1) Duration sweepPause,
    @DefaultValue("200") @Min(1) int sweepBatch) {}
