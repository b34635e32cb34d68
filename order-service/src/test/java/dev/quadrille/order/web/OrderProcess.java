package dev.quadrille.order.web;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.TokenIssuer;
import dev.quadrille.testkit.platform.ChildJvm;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.Ports;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An order-service in a process of its own, one of several on a database. */
final class OrderProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final TokenIssuer TOKENS = TokenIssuer.at(WorkDirectory.temporary().path());

  private final WorkDirectory directory = WorkDirectory.temporary();
  private final int port = Ports.free();
  private final HttpCaller shop =
      new HttpCaller(url(), TOKENS.merchant("shop-1", Duration.ofHours(1)));
  private final Database database;
  private final List<String> options;
  private final List<String> settings;
  private ChildJvm process;

  /** One that leaves relaying and deadlines to others. */
  OrderProcess(Database database) {
    this(
        database,
        List.of(),
        List.of("quadrille.relay.enabled=false", "quadrille.order.sweep-pause=1h"));
  }

  /**
   * @param options of its JVM
   * @param settings {@code name=value}
   */
  OrderProcess(Database database, List<String> options, List<String> settings) {
    this.database = database;
    this.options = options;
    this.settings = settings;
    start();
  }

  /** Starts it again, after it was killed, and returns when it is ready. */
  void restart() {
    start();
  }

  /** {@code kill -9}. */
  void kill() {
    process.kill();
  }

  /** The merchant shop-1, who calls it. */
  HttpCaller shop() {
    return shop;
  }

  @Override
  public void close() {
    process.close();
    directory.close();
  }

  private void start() {
    var platform = Platform.shared();
    var arguments = new ArrayList<>(List.of("-Xmx256m", "-XX:MetaspaceSize=128m"));
    arguments.addAll(options);
    arguments.add(OrderApplication.class.getName());
    Stream.concat(
            Stream.of(
                "server.port=" + port,
                "server.address=127.0.0.1",
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.kafka.bootstrap-servers=" + platform.bootstrapServers(),
                TokenIssuer.SETTING + "=" + TOKENS.publicKey().toUri(),
                "quadrille.codec.registry-url=" + platform.ccompatUrl()),
            settings.stream())
        .forEach(setting -> arguments.add("--" + setting));
    process = ChildJvm.start("order on " + port, directory.file("order.log"), Map.of(), arguments);
    process.awaitReady(this::ready, PATIENCE);
  }

  private boolean ready() {
    try {
      return new HttpCaller(url(), null).get("/actuator/health/readiness").status() == 200;
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }
}
