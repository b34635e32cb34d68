package dev.quadrille.account.domain;

import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** The ledger: every entry ever made. */
public interface LedgerEntries extends Repository<LedgerEntry, UUID> {

  /** Adds a new one. */
  void save(LedgerEntry entry);

  /** The entries of an account, oldest first, that stand after a place. */
  @NativeQuery(
      """
      SELECT * FROM ledger_entry WHERE account = :account AND seq > :after
      ORDER BY seq LIMIT :limit
      """)
  List<LedgerEntry> read(String account, long after, int limit);

  /** The sum of all entries of each kind of account in each currency, and of all of them. */
  @NativeQuery(
      """
      SELECT coalesce(kind, 'TOTAL') AS kind, currency, sum(amount_minor) AS amountMinor
      FROM (SELECT split_part(account, ':', 1) AS kind, currency, amount_minor FROM ledger_entry) AS entry
      GROUP BY currency, ROLLUP (kind) ORDER BY currency, kind NULLS LAST
      """)
  List<TrialBalanceLine> trialBalance();
}
