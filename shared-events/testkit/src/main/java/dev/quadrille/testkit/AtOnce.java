package dev.quadrille.testkit;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** Does things side by side. */
public final class AtOnce {
  // Both lanes of three replicas with the default of two threads each.
  private static final int THREADS = 12;

  private AtOnce() {}

  /**
   * Does all of it, some at a time, and returns when everything is done.
   *
   * @throws java.util.concurrent.CompletionException if something failed
   */
  public static void run(Collection<? extends Runnable> work) {
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      CompletableFuture.allOf(
              work.stream()
                  .map(one -> CompletableFuture.runAsync(one, threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      threads.shutdownNow();
    }
  }
}
