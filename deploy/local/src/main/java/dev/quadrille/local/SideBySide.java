package dev.quadrille.local;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Does the same with several things at the same time. */
final class SideBySide {

  private SideBySide() {}

  /**
   * Returns when the action ended for each; throws what it threw first, in the order of the things.
   */
  static <T> void run(Collection<T> things, Consumer<T> action) {
    ExecutorService threads = Executors.newFixedThreadPool(things.size());
    try {
      List<CompletableFuture<Void>> actions = new ArrayList<>();
      for (T thing : things) {
        actions.add(CompletableFuture.runAsync(() -> action.accept(thing), threads));
      }
      CompletableFuture.allOf(actions.toArray(CompletableFuture<?>[]::new))
          .exceptionally(e -> null)
          .join();
      actions.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      threads.shutdown();
    }
  }
}
