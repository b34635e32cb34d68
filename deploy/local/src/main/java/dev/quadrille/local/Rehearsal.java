package dev.quadrille.local;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.codec.RegistryLogin;
import dev.quadrille.contracts.EventType;
import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.testkit.platform.Database;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.LifecycleProcessor;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A service's own handlers on a database of their own. Nothing of the service works by itself: it
 * reads no topic, relays nothing, sends nothing and answers nobody.
 */
public final class Rehearsal implements AutoCloseable {
  // Whoever runs this JVM says where lines go.
  static {
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
  }

  private static final String NOWHERE = "127.0.0.1:1";

  private final ConfigurableApplicationContext context;
  private final EventHandlers<?> handlers;
  private final EventCodec codec;
  private final EntityManagerFactory entities;
  private final TransactionTemplate transaction;

  private Rehearsal(ConfigurableApplicationContext context) {
    this.context = context;
    this.handlers = context.getBean(EventHandlers.class);
    this.codec = context.getBean(EventCodec.class);
    this.entities = context.getBean(EntityManagerFactory.class);
    this.transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  /**
   * Prepares a service; its tables are made.
   *
   * @param database empty, or of an earlier rehearsal
   * @param registry base of the registry's REST API as Confluent defined it; only asked
   * @param login who we are to the registry
   */
  public static Rehearsal of(
      Participant service, Database database, URI registry, RegistryLogin login) {
    return new Rehearsal(
        new SpringApplicationBuilder(service.application())
            .web(WebApplicationType.NONE)
            .properties(
                "spring.config.name=" + service.label(),
                "spring.application.name=" + service.label())
            .initializers(
                context -> {
                  var beans = context.getBeanFactory();
                  beans.registerSingleton(
                      AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, new Stillness());
                  beans.registerSingleton("registryLogin", login);
                })
            .run(
                "--spring.main.lazy-initialization=true",
                "--spring.main.register-shutdown-hook=false",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.minimum-idle=1",
                "--spring.kafka.bootstrap-servers=" + NOWHERE,
                "--quadrille.codec.schemas=look-up",
                "--quadrille.codec.registry-url=" + registry));
  }

  /** Whether the service reacts to events of a type. */
  public boolean handles(EventType type) {
    return handlers.handle(type);
  }

  /**
   * Reads an event as the service does.
   *
   * @throws dev.quadrille.codec.UnreadableEventException if the service would park it as poison
   */
  public SpecificRecord read(EventType type, byte[] value) {
    return codec.decode(type, value);
  }

  /** Handles an event as the service does when nothing claims its id, and keeps the effects. */
  public Reply handle(UUID eventId, SpecificRecord event) {
    return transaction.execute(
        status -> {
          var journal = new RehearsalJournal(eventId);
          var work = handlers.begin(new Batch(List.of(event), journal));
          if (!work.knows(event)) {
            return new Reply(false, List.of(), List.of());
          }
          var answers = work.react(event).stream().map(EventType::of).toList();
          EntityManagerFactoryUtils.getTransactionalEntityManager(entities).flush();
          return new Reply(true, answers, journal.asked());
        });
  }

  @Override
  public void close() {
    // By itself it waits for answers from a Kafka that is not there.
    context.getBeanProvider(Admin.class).ifAvailable(admin -> admin.close(Duration.ZERO));
    context.close();
  }

  /**
   * What a service did about an event.
   *
   * @param known whether the aggregate is there that it needs; else it is too early
   * @param answers what follows
   * @param moves what was asked of state machines, in order
   */
  public record Reply(boolean known, List<EventType> answers, List<Asked> moves) {}

  /** A context that wakes nobody. */
  private static final class Stillness implements LifecycleProcessor {
    @Override
    public void onRefresh() {
      // Lanes, relays, couriers and sweepers would begin here.
    }

    @Override
    public void onClose() {
      // Nothing runs.
    }

    @Override
    public void start() {
      // As above.
    }

    @Override
    public void stop() {
      // As above.
    }

    @Override
    public boolean isRunning() {
      return false;
    }
  }
}
