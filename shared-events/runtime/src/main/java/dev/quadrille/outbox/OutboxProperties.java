package dev.quadrille.outbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the outbox.
 *
 * @param maxEventSize the largest payload; below the topics' {@code max.message.bytes} by what key
 *     and headers take
 * @param retention how long events are kept after they were published: so far back can they be
 *     published again when a topic was lost
 */
@Validated
@ConfigurationProperties("quadrille.outbox")
record OutboxProperties(
    @DefaultValue("960KB") DataSize maxEventSize, @DefaultValue("3d") Duration retention) {}
