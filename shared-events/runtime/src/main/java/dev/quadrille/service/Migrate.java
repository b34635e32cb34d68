package dev.quadrille.service;

import java.util.Arrays;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Migrates a service's database and ends: what a release does before its processes start, so that
 * none of them waits for it. A process migrates what it finds missing in any case; both may run at
 * once.
 */
public final class Migrate {

  private Migrate() {}

  /**
   * Runs it, with {@code spring.datasource.*} from the environment; ends with an exception, and so
   * with a status of its own, if it fails.
   *
   * @param args the service's name, then settings as {@code --name=value}
   */
  public static void main(String[] args) {
    if (args.length == 0) {
      throw new IllegalArgumentException("wants the name of a service");
    }
    new SpringApplicationBuilder(Database.class)
        .web(WebApplicationType.NONE)
        .properties("spring.config.name=" + args[0], "spring.application.name=" + args[0])
        .run(Arrays.copyOfRange(args, 1, args.length))
        .close();
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class})
  static class Database {

    @Bean
    FlywayMigrationStrategy migrations() {
      return new Migrations();
    }
  }
}
