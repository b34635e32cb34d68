package dev.quadrille.inbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the inbox.
 *
 * @param retention how long a claim is kept, from the making of its event on; must exceed the
 *     longest {@code retention.ms} and {@code segment.ms} of the topics by the replay window
 * @param replayWindow how old an event may be when it is sent to its topic, for the first time or
 *     again: after an outage, to fill a gap, by a person
 */
@Validated
@ConfigurationProperties("quadrille.inbox")
record InboxProperties(
    @DefaultValue("21d") Duration retention, @DefaultValue("3d") Duration replayWindow) {}
