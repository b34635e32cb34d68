package dev.quadrille.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By a role that owns the database and is nothing else. */
class MigrateIT {
  private final String owner = "owner_" + Long.toHexString(System.nanoTime());
  private final String relay = owner + "_relay";
  private Database database;

  @BeforeEach
  void open() {
    database = Platform.shared().newDatabase("migrate");
    database.execute("CREATE ROLE %s LOGIN".formatted(owner));
    database.execute("CREATE ROLE %s LOGIN REPLICATION".formatted(relay));
    database.execute("ALTER DATABASE %s OWNER TO %s".formatted(database.name(), owner));
  }

  @AfterEach
  void drop() {
    Platform.shared().drop(database);
    var elsewhere = Platform.shared().newDatabase("roles");
    elsewhere.execute("DROP ROLE %s".formatted(owner));
    elsewhere.execute("DROP ROLE %s".formatted(relay));
    Platform.shared().drop(elsewhere);
  }

  @Test // case P4
  void migratesOnceHoweverManyDoItAtOnce() {
    String[] arguments = {
      "tiny",
      "--spring.datasource.url=" + database.jdbcUrl(),
      "--spring.datasource.username=" + owner,
      "--spring.datasource.password="
    };
    AtOnce.run(Stream.generate(() -> (Runnable) () -> Migrate.main(arguments)).limit(5).toList());

    assertThat(database.ask("SELECT count(*) FROM effect")).isEqualTo("0");
    assertThat(
            database.ask(
                "SELECT count(*) - count(DISTINCT version) FROM quadrille_runtime_history WHERE"
                    + " success"))
        .isEqualTo("0");
  }
}
