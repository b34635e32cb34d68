package dev.quadrille.jdbc;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@EnableConfigurationProperties({LoginProperties.class, DataSourceProperties.class})
class LoginAutoConfiguration {

  @Bean
  DatabaseLogin databaseLogin(
      DataSourceProperties database,
      ObjectProvider<JdbcConnectionDetails> details,
      LoginProperties properties) {
    var file = properties.passwordFile();
    return new DatabaseLogin(
        database, details.getIfUnique(), file == null ? null : new PasswordFile(file));
  }
}
