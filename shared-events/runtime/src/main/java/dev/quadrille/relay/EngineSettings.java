package dev.quadrille.relay;

import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.postgresql.PGProperty;

/** Debezium's settings for one outbox. */
final class EngineSettings {
  // Between the moment the network is cut and the moment a call on it fails.
  private static final Duration SILENCE = Duration.ofSeconds(20);
  // Each time it begins, Debezium draws the id of a transaction, and no slot of the server can be
  // made until that has ended. When Debezium freezes then, or the network goes, the server ends it.
  private static final String LIMIT = "-c idle_in_transaction_session_timeout=10s";
  private static final Duration TASK_TIMEOUT = Duration.ofSeconds(30);
  private static final Set<String> OWN_SETTING =
      Set.of(
          PGProperty.PG_HOST.getName(),
          PGProperty.PG_PORT.getName(),
          PGProperty.PG_DBNAME.getName(),
          PGProperty.USER.getName(),
          PGProperty.PASSWORD.getName());

  private EngineSettings() {}

  /**
   * @param name with the slot unique in this process: they name the engine's threads and JMX beans
   * @param schema the schema of the outbox
   */
  static Properties of(
      String name, RelayDatabase database, String schema, String slot, RelayProperties settings) {
    var engine = new Properties();
    // Of two engines in one process with one name, the second waits a minute for JMX to take its
    // beans: systems of a test have services of the same names.
    var plainName = name.replaceAll("[^A-Za-z0-9._-]", "_") + "." + slot;
    engine.put("name", plainName);
    engine.put("topic.prefix", plainName);
    engine.put("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    engine.put("plugin.name", "pgoutput");
    connect(engine, database);

    // The relay has made the slot and compared it with its progress: stream from where it stands.
    engine.put("slot.name", slot);
    engine.put("slot.drop.on.stop", "false");
    engine.put("publication.name", RelayRequirements.PUBLICATION);
    engine.put("publication.autocreate.mode", "disabled");
    engine.put("snapshot.mode", "no_data");
    engine.put("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");

    // Whatever fails ends the engine, for every start has to pass the relay's check of the slot.
    engine.put("errors.max.retries", "0");
    engine.put("slot.max.retries", "0");

    // Only what is marked processed is confirmed; the driver would confirm what it has received.
    engine.put("lsn.flush.mode", "connector");

    engine.put("table.include.list", quoted(schema, "outbox") + "," + quoted(schema, "relay_beat"));
    engine.put(
        "column.exclude.list",
        quoted(schema, "relay_beat.relayed_at") + "," + quoted(schema, "relay_beat.relayed_lsn"));
    engine.put("tombstones.on.delete", "false");
    engine.put("extended.headers.enabled", "false");

    engine.put("queue.provider.type", RestingQueue.NAME);
    engine.put("poll.interval.ms", String.valueOf(settings.pollInterval().toMillis()));
    engine.put("max.batch.size", String.valueOf(settings.batchSize()));
    engine.put("max.queue.size", String.valueOf(2 * settings.batchSize()));
    engine.put("max.queue.size.in.bytes", String.valueOf(settings.queueSize().toBytes()));
    engine.put("record.processing.threads", "1");
    engine.put("record.processing.shutdown.timeout.ms", "1000");
    engine.put("task.management.timeout.ms", String.valueOf(TASK_TIMEOUT.toMillis()));
    return engine;
  }

  private static void connect(Properties engine, RelayDatabase database) {
    var parameters = database.parameters();
    // Several hosts are allowed; Debezium puts the port behind what it takes for one name.
    var hosts = parameters.getProperty(PGProperty.PG_HOST.getName(), "localhost").split(",");
    var ports = parameters.getProperty(PGProperty.PG_PORT.getName(), "5432").split(",");
    var names = new StringBuilder();
    for (int i = 0; i < hosts.length - 1; i++) {
      names.append(hosts[i]).append(':').append(ports[i]).append(',');
    }
    engine.put("database.hostname", names.append(hosts[hosts.length - 1]).toString());
    engine.put("database.port", ports[ports.length - 1]);
    engine.put("database.dbname", database.name());
    var user = parameters.getProperty(PGProperty.USER.getName());
    if (user != null) {
      engine.put("database.user", user);
    }
    var password = parameters.getProperty(PGProperty.PASSWORD.getName());
    if (password != null) {
      engine.put("database.password", password);
    }
    engine.put(
        "driver." + PGProperty.SOCKET_TIMEOUT.getName(), String.valueOf(SILENCE.toSeconds()));
    for (var parameter : parameters.stringPropertyNames()) {
      if (!OWN_SETTING.contains(parameter)) {
        engine.put("driver." + parameter, parameters.getProperty(parameter));
      }
    }
    // What comes last holds: the URL's.
    engine.merge(
        "driver." + PGProperty.OPTIONS.getName(), LIMIT, (url, limit) -> limit + " " + url);
  }

  // Debezium reads these lists as regular expressions.
  private static String quoted(String schema, String name) {
    return (schema + "." + name).replace(".", "\\.");
  }
}
