package dev.quadrille.account.domain;

import static java.util.Objects.requireNonNull;

import dev.quadrille.entity.AppendOnly;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One side of a posting; never changed. */
@Entity
public class LedgerEntry extends AppendOnly {
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
    super(id);
    this.account = account;
    this.amountMinor = amountMinor;
    this.posting = posting;
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
