package dev.quadrille.order;

import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class OrderApiIT extends ApiDescriptionContract {
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = RunningService.start(OrderApplication.class, "order");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Override
  protected RunningService service() {
    return service;
  }
}
