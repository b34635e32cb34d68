package dev.quadrille.account.domain;

import static java.util.Objects.requireNonNull;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** One side of a posting; never changed. */
@Entity
public class LedgerEntry implements Persistable<UUID> {
  @Id private UUID id;

  @Column(insertable = false, updatable = false)
  private @Nullable Long seq;

  private String account;
  private long amountMinor;
  private Posting posting;

  /** For JPA. */
  protected LedgerEntry() {}

  /**
   * Makes an entry.
   *
   * @param amountMinor in minor units; negative when money leaves
   */
  public LedgerEntry(UUID id, String account, long amountMinor, Posting posting) {
    this.id = id;
    this.account = account;
    this.amountMinor = amountMinor;
    this.posting = posting;
  }

  @Override
  public UUID getId() {
    return id;
  }

  @Override
  public boolean isNew() {
    return true;
  }

  /** Where it stands among the entries of its account; only of one that was read back. */
  public long seq() {
    return requireNonNull(seq);
  }

  /** What the ledger calls the account. */
  public String account() {
    return account;
  }

  /** In minor units; negative when money left. */
  public long amountMinor() {
    return amountMinor;
  }

  public Posting posting() {
    return posting;
  }
}
