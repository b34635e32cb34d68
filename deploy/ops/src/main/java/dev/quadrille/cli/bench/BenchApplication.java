package dev.quadrille.cli.bench;

import dev.quadrille.idempotency.Leased;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A service whose requests do next to nothing, so that what is left is the price of their keys. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(BenchApplication.Handlers.class)
class BenchApplication {

  @RestController
  static class Handlers {
    private final JdbcClient jdbc;

    Handlers(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @PostMapping("/atomic")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void atomic() {
      jdbc.sql("INSERT INTO effect DEFAULT VALUES").update();
    }

    @Leased
    @PostMapping("/leased")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void leased() {
      atomic();
    }
  }
}
