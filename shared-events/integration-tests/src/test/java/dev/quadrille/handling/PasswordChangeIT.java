package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Both pools log on with the password as it is now. Case P5. */
class PasswordChangeIT {
  @TempDir private Path directory;

  @Test
  void connectsWithANewPasswordWithoutARestart() throws Exception {
    var access = directory.resolve("access.conf");
    Files.writeString(
        access,
        """
        host all postgres 127.0.0.1/32 trust
        host all all      127.0.0.1/32 scram-sha-256
        """);
    var secret = directory.resolve("password");
    Files.writeString(secret, "first\n");
    try (var server = PostgresServer.temporary().with("hba_file", access.toString()).start()) {
      var admin = server.createDatabase("secret");
      admin.execute("CREATE ROLE service LOGIN PASSWORD 'first'");
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  HandlingPoolAutoConfiguration.class,
                  Class.forName("dev.quadrille.jdbc.LoginAutoConfiguration")))
          .withPropertyValues(
              "spring.datasource.url=" + admin.jdbcUrl(),
              "spring.datasource.username=service",
              "quadrille.jdbc.password-file=" + secret,
              "spring.datasource.hikari.connection-timeout=1000")
          .run(
              context -> {
                var jdbc = JdbcClient.create(context.getBean(HandlingPool.class));
                assertThat(answers(jdbc)).isTrue();
                admin.execute("ALTER ROLE service PASSWORD 'second'");
                assertThat(answers(jdbc)).as("with the connections that it has").isTrue();
                Files.writeString(secret, "second\n");
                admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename ="
                        + " 'service'");
                await()
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> answers(jdbc) && HandlingPool.use(() -> answers(jdbc)));
              });
    }
  }

  private static boolean answers(JdbcClient jdbc) {
    try {
      return jdbc.sql("SELECT 1").query(Integer.class).single() == 1;
    } catch (DataAccessException e) {
      return false;
    }
  }
}
