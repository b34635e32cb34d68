package dev.quadrille.system;

import static org.awaitility.Awaitility.await;

import dev.quadrille.local.Participant;
import dev.quadrille.system.Trouble.Hand;
import dev.quadrille.system.Trouble.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trouble of every kind, round after round, each round in another order and each time for another
 * service. Two hands make it side by side.
 */
final class Troubles {
  private static final Logger log = LoggerFactory.getLogger(Troubles.class);
  private static final Duration BREATH = Duration.ofSeconds(2);

  private final Trouble trouble;
  private final long seed;
  private final Map<Kind, Integer> made = new ConcurrentHashMap<>();
  // Fair: neither hand waits for long.
  private final ReentrantLock alone = new ReentrantLock(true);

  Troubles(Trouble trouble, long seed) {
    this.trouble = trouble;
    this.seed = seed;
  }

  /**
   * Makes trouble until then, and of every kind once in any case; is done when what was begun is
   * over, or has failed.
   */
  CompletableFuture<Void> until(Instant end) {
    return CompletableFuture.allOf(
        Stream.of(Hand.values())
            .map(hand -> CompletableFuture.runAsync(() -> make(hand, end), this::onItsOwnThread))
            .toArray(CompletableFuture<?>[]::new));
  }

  /** How often each kind was made. */
  Map<Kind, Integer> made() {
    return new TreeMap<>(made);
  }

  private void onItsOwnThread(Runnable hand) {
    var thread = new Thread(hand, "trouble");
    thread.setDaemon(true);
    thread.start();
  }

  private void make(Hand hand, Instant end) {
    var random = new Random(seed + hand.ordinal());
    for (var round = 0; Instant.now().isBefore(end); round++) {
      for (var kind : deal(hand, random)) {
        if (round == 0 || Instant.now().isBefore(end)) {
          make(kind, round);
        }
      }
    }
  }

  private static List<Kind> deal(Hand hand, Random random) {
    var kinds = new ArrayList<>(Stream.of(Kind.values()).filter(it -> it.hand == hand).toList());
    Collections.shuffle(kinds, random);
    return kinds;
  }

  private void make(Kind kind, int round) {
    await().during(BREATH).atMost(BREATH.multipliedBy(2)).until(() -> true);
    var services = Participant.values();
    var victim = services[(kind.ordinal() + round) % services.length];
    if (kind.alone) {
      alone.lock();
    }
    try {
      log.info("{} {} begins", kind, victim);
      trouble.make(kind, victim, round);
      made.merge(kind, 1, Integer::sum);
      log.info("{} {} is over", kind, victim);
    } catch (RuntimeException | AssertionError e) {
      log.error("{} {} failed", kind, victim, e);
      throw e;
    } finally {
      if (kind.alone) {
        alone.unlock();
      }
    }
  }
}
