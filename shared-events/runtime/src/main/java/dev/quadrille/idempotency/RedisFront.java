package dev.quadrille.idempotency;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Notes in Redis which keys are in flight, for a moment each. Whatever is wrong with Redis lets
 * every request through.
 */
final class RedisFront implements Front {
  private static final Logger log = LoggerFactory.getLogger(RedisFront.class);
  private static final String METRIC = "quadrille.idempotency.front";
  private static final Duration MOMENT = Duration.ofSeconds(2);
  private static final Duration REST = Duration.ofSeconds(1);

  /** What another has noted since is left alone. */
  private static final RedisScript<Long> REMOVE_OWN =
      RedisScript.of(
          "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0",
          Long.class);

  private final StringRedisTemplate redis;
  private final MeterRegistry meters;
  private volatile long restsUntil = System.nanoTime();

  RedisFront(StringRedisTemplate redis, MeterRegistry meters) {
    this.redis = redis;
    this.meters = meters;
  }

  @Override
  public Optional<Pass> enter(KeyedRequest request) {
    if (rests()) {
      return letThrough("skipped", () -> {});
    }
    var key = "quadrille:idempotency:" + HexFormat.of().formatHex(request.scope());
    var token = UUID.randomUUID().toString();
    try {
      if (Boolean.FALSE.equals(redis.opsForValue().setIfAbsent(key, token, MOMENT))) {
        meters.counter(METRIC, "outcome", "absorbed").increment();
        return Optional.empty();
      }
      return letThrough("passed", () -> leave(key, token));
    } catch (RuntimeException e) {
      rest(e);
      return letThrough("skipped", () -> {});
    }
  }

  private void leave(String key, String token) {
    if (rests()) {
      return;
    }
    try {
      redis.execute(REMOVE_OWN, List.of(key), token);
    } catch (RuntimeException e) {
      // Its moment is soon over.
      rest(e);
    }
  }

  private Optional<Pass> letThrough(String outcome, Pass pass) {
    meters.counter(METRIC, "outcome", outcome).increment();
    return Optional.of(pass);
  }

  /** Asks nothing of Redis for a while: each request would wait for its time-out. */
  private void rest(RuntimeException e) {
    restsUntil = System.nanoTime() + REST.toNanos();
    log.warn("requests pass Redis by: {}", e.getMessage());
  }

  private boolean rests() {
    return System.nanoTime() - restsUntil < 0;
  }
}
