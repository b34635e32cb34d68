package dev.quadrille.handling;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.inbox.Inbox;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What keeps events that cannot be handled, attempts them and shows them. */
@Configuration(proxyBeanMethods = false)
class ParkingConfiguration {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PURGE_PAUSE = Duration.ofMinutes(10);

  @Bean
  ParkingLot parkingLot(JdbcClient jdbc, TopicIds topicIds) {
    return new ParkingLot(jdbc, topicIds);
  }

  @Bean
  ParkedRows parkedRows(JdbcClient jdbc) {
    return new ParkedRows(jdbc);
  }

  @Bean
  ParkedAttempts parkedAttempts(
      ParkedRows rows,
      EventReader reader,
      BatchHandler handler,
      BatchTransaction transaction,
      HandlingProperties properties) {
    return new ParkedAttempts(rows, reader, handler, transaction, properties);
  }

  @Bean
  ParkedGauge parkedGauge(JdbcClient jdbc, MeterRegistry registry) {
    return new ParkedGauge(jdbc, registry);
  }

  @Bean
  Rounds parkingAttendant(ParkedAttempts attempts, ParkedGauge gauge) {
    return new Rounds(
        "parking",
        PAUSE,
        () -> {
          gauge.look();
          attempts.round();
        });
  }

  @Bean
  ParkedPurge parkedPurge(JdbcClient jdbc, HandlingProperties properties) {
    return new ParkedPurge(jdbc, properties.parkedRetention());
  }

  @Bean
  Rounds parkingCleaner(ParkedPurge purge) {
    return new Rounds("parking-purge", PURGE_PAUSE, purge::round);
  }

  @Bean
  ParkedEvents parkedEvents(JdbcClient jdbc, ParkedRows rows, EventReader reader) {
    return new ParkedEvents(jdbc, rows, reader);
  }

  @Bean
  ParkedActions parkedActions(
      ParkedRows rows,
      ParkedEvents events,
      ParkedEdits edits,
      Inbox inbox,
      @Qualifier("parkingAttendant") Rounds attendant) {
    return new ParkedActions(rows, events, edits, inbox, attendant);
  }

  @Bean
  ParkedEdits parkedEdits(EventReader reader, EventCodec codec) {
    return new ParkedEdits(reader, codec);
  }

  @Bean
  DueAttempts dueAttempts(JdbcClient jdbc, HandlingProperties properties) {
    return new DueAttempts(jdbc, properties.longestAttemptDelay());
  }
}
