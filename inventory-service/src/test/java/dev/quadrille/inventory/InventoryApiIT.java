package dev.quadrille.inventory;

import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class InventoryApiIT extends ApiDescriptionContract {
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = RunningService.start(InventoryApplication.class, "inventory");
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
