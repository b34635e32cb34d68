package dev.quadrille.testkit.platform;

import java.util.concurrent.CountDownLatch;

/** A program that owns a platform until somebody kills it. */
final class PlatformOwner {

  static final String READY = "ready";

  private PlatformOwner() {}

  @SuppressWarnings("resource") // It is never closed, that is the point.
  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedPlatform.start();
    System.out.println(READY);
    new CountDownLatch(1).await();
  }
}
