package dev.quadrille.planted.application;

import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

record PlantedSql(DataSource database) {
  int write() {
    return JdbcClient.create(database).sql("DELETE FROM thing").update();
  }
}
