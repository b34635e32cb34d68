package dev.quadrille.idempotency;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The claims of this process, renewed for as long as their handlers run. */
final class Leases {
  private final Set<UUID> owners = ConcurrentHashMap.newKeySet();
  private final Keys keys;
  private final Duration lease;

  Leases(Keys keys, Duration lease) {
    this.keys = keys;
    this.lease = lease;
  }

  /** Keeps a claim until it is closed. */
  Held hold(UUID owner) {
    owners.add(owner);
    return new Held(owner);
  }

  /** Renews all, in one statement. */
  void renew() {
    var held = List.copyOf(owners);
    if (!held.isEmpty()) {
      keys.renew(held, lease);
    }
  }

  /** A claim of this process. */
  final class Held implements AutoCloseable {
    private final UUID owner;

    private Held(UUID owner) {
      this.owner = owner;
    }

    UUID owner() {
      return owner;
    }

    @Override
    public void close() {
      owners.remove(owner);
    }
  }
}
