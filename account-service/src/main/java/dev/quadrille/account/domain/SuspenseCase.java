package dev.quadrille.account.domain;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A refund that could not be paid: open until a person says where the money goes. */
@Entity
public class SuspenseCase {
  @Id private UUID orderId;
  @Version private @Nullable Long version;
  private Suspension suspension;
  private @Nullable Decision decision;
  private @Nullable Instant resolvedAt;

  /** For JPA. */
  protected SuspenseCase() {}

  /** Opens the case of an order. */
  public SuspenseCase(UUID orderId, Suspension suspension) {
    this.orderId = orderId;
    this.suspension = suspension;
  }

  /** Whether it waits for a decision. */
  public boolean open() {
    return decision == null;
  }

  /** Closes the case, which is open. */
  public void resolve(Decision by, Instant at) {
    decision = by;
    resolvedAt = at;
  }

  /** The order, whose only case this is. */
  public UUID orderId() {
    return orderId;
  }

  /** What it is about. */
  public Suspension suspension() {
    return suspension;
  }

  /** How it was resolved; empty while it is open. */
  public Optional<Decision> decision() {
    return Optional.ofNullable(decision);
  }

  /** When it was resolved; empty while it is open. */
  public Optional<Instant> resolvedAt() {
    return Optional.ofNullable(resolvedAt);
  }
}
