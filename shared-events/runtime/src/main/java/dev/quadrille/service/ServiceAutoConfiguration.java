package dev.quadrille.service;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.quadrille.state.Ids;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@AutoConfiguration(
    before = FlywayAutoConfiguration.class,
    after = JdbcClientAutoConfiguration.class)
class ServiceAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Clock clock() {
    // As fine as PostgreSQL and our events hold: what is answered at once reads the same later.
    return Clock.tick(Clock.systemUTC(), ChronoUnit.MICROS.getDuration());
  }

  @Bean
  @ConditionalOnMissingBean
  Ids ids() {
    // Several ids of one millisecond keep their order: rows of one batch land on neighbouring index
    // pages.
    return UuidCreator::getTimeOrderedEpochPlus1;
  }

  @Bean
  FlywayMigrationStrategy migrations() {
    return new Migrations();
  }

  @Bean
  DailyPartitions dailyPartitions(
      JdbcClient jdbc, PlatformTransactionManager transactions, List<DailyTable> tables) {
    return new DailyPartitions(jdbc, new TransactionTemplate(transactions), tables);
  }

  @Bean
  PartitionUpkeep partitionUpkeep(DailyPartitions partitions) {
    return new PartitionUpkeep(partitions);
  }
}
