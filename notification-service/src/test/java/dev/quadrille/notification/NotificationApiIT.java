package dev.quadrille.notification;

import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class NotificationApiIT extends ApiDescriptionContract {
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = RunningService.start(NotificationApplication.class, "notification");
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
