package dev.quadrille.handling;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import dev.quadrille.jdbc.DatabaseLogin;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Two pools on one database, see {@link HandlingPool}. */
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@EnableConfigurationProperties({
  HandlingProperties.class,
  DataSourceProperties.class,
  KafkaProperties.class
})
class HandlingPoolAutoConfiguration {
  /**
   * Each {@link Rounds} holds a connection at times: five of the runtime (parked events, the looks
   * for lag and for what is stuck, the leases of keys and their purge) and at most two of a service
   * (delivering and giving up what is overdue, or sweeping).
   */
  private static final int BESIDE_LANES = 7;

  // There is a connection for everybody: who waits for one waits for the database.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  @Bean(defaultCandidate = false)
  @ConfigurationProperties("spring.datasource.hikari")
  HikariDataSource requestConnections(
      DataSourceProperties database, DatabaseLogin login, KafkaProperties kafka) {
    return pool(database, login, kafka, "requests");
  }

  @Bean(defaultCandidate = false)
  HikariDataSource handlingConnections(
      DataSourceProperties database,
      DatabaseLogin login,
      KafkaProperties kafka,
      HandlingProperties handling) {
    var pool = pool(database, login, kafka, "handling");
    pool.setMaximumPoolSize(handling.threads() + BESIDE_LANES);
    pool.setConnectionTimeout(LONGEST_WAIT.toMillis());
    return pool;
  }

  @Bean
  @Primary
  HandlingPool dataSource(
      @Qualifier("handlingConnections") HikariDataSource handling,
      @Qualifier("requestConnections") HikariDataSource requests) {
    return new HandlingPool(handling, requests);
  }

  private static HikariDataSource pool(
      DataSourceProperties database, DatabaseLogin login, KafkaProperties kafka, String name) {
    var pool = database.initializeDataSourceBuilder().type(HikariDataSource.class).build();
    pool.setPoolName(name);
    pool.setCredentialsProvider(() -> Credentials.of(login.username(), login.password()));
    pool.addDataSourceProperty("reWriteBatchedInserts", "true");
    // Or the message of a failed batch quotes the row, and what is personal in it reaches the log.
    pool.addDataSourceProperty("logServerErrorDetail", "false");
    pool.setConnectionInitSql(SessionLimits.sql(kafka));
    return pool;
  }
}
