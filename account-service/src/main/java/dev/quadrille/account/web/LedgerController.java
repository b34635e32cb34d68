package dev.quadrille.account.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.quadrille.account.domain.Accounts;
import dev.quadrille.account.domain.LedgerEntries;
import dev.quadrille.account.domain.LedgerEntry;
import dev.quadrille.account.domain.Posting;
import dev.quadrille.account.domain.TrialBalanceLine;
import dev.quadrille.state.Outcome;
import dev.quadrille.web.Answers;
import dev.quadrille.web.Page;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class LedgerController {
  private final Accounts accounts;
  private final LedgerEntries entries;

  LedgerController(Accounts accounts, LedgerEntries entries) {
    this.accounts = accounts;
    this.entries = entries;
  }

  @GetMapping("/accounts/{id}/entries")
  ResponseEntity<Page<EntryView, Long>> entries(
      @PathVariable UUID id, @RequestParam(defaultValue = "0") long after) {
    return Answers.ok(
        Outcome.of(accounts.findById(id), Accounts.UNKNOWN),
        account ->
            Page.of(
                entries.read(account.ledgerName(), after, Page.SIZE),
                EntryView::of,
                LedgerEntry::seq));
  }

  /** What each kind of account holds; the totals are zero, or the ledger is broken. */
  @GetMapping("/ledger/trial-balance")
  Page<TrialBalanceLine, Void> trialBalance() {
    return Page.all(entries.trialBalance());
  }

  record EntryView(UUID entryId, long amountMinor, @JsonUnwrapped Posting posting) {

    static EntryView of(LedgerEntry entry) {
      return new EntryView(entry.getId(), entry.amountMinor(), entry.posting());
    }
  }
}
