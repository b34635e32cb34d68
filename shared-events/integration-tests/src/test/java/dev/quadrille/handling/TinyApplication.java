package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockReleased;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The smallest service: counts effects, and does whatever else a test wants for an order. */
@SpringBootApplication
public class TinyApplication {
  private final Map<UUID, Consumer<JdbcClient>> behaviours = new ConcurrentHashMap<>();

  /** What handling an order does beside its effect, each time. */
  void when(UUID order, Consumer<JdbcClient> behaviour) {
    behaviours.put(order, behaviour);
  }

  @Bean
  EventHandlers<?> handlers(JdbcClient jdbc) {
    return EventHandlers.forConsumer("tiny", batch -> jdbc)
        .knowing((work, event) -> !EventType.of(event).orderId(event).equals(HandlingIT.UNKNOWN))
        .on(OrderPlaced.class, (work, event) -> effect(work, event.getOrderId()))
        .on(StockReleased.class, (work, event) -> effect(work, event.getOrderId()))
        .on(StockRejected.class, (work, event) -> effect(work, event.getOrderId()))
        .build();
  }

  private List<SpecificRecord> effect(JdbcClient jdbc, UUID order) {
    jdbc.sql(
            "INSERT INTO effect VALUES (?, 1) ON CONFLICT (order_id) DO UPDATE SET times ="
                + " effect.times + 1")
        .param(order)
        .update();
    behaviours.getOrDefault(order, nothing -> {}).accept(jdbc);
    return List.of();
  }
}
