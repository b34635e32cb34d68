package dev.quadrille.account.web;

import dev.quadrille.account.application.KeepAccounts;
import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Accounts;
import dev.quadrille.state.Outcome;
import dev.quadrille.web.Answers;
import dev.quadrille.web.CurrencyCode;
import dev.quadrille.web.Text;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/accounts")
class AccountController {
  private final KeepAccounts keepAccounts;
  private final Accounts accounts;

  AccountController(KeepAccounts keepAccounts, Accounts accounts) {
    this.keepAccounts = keepAccounts;
    this.accounts = accounts;
  }

  /** A customer who has this account already gets the same one, with 200 instead of 201. */
  @PostMapping
  ResponseEntity<AccountView> open(@Valid @RequestBody NewAccount wanted) {
    var opened = keepAccounts.open(new AccountKey(wanted.customerId(), wanted.currency()));
    var account = opened.account();
    return ResponseEntity.status(opened.isNew() ? HttpStatus.CREATED : HttpStatus.OK)
        .location(URI.create("/accounts/" + account.accountId()))
        .body(AccountView.of(account));
  }

  @PostMapping("/{id}/deposits")
  ResponseEntity<AccountView> deposit(@PathVariable UUID id, @Valid @RequestBody Deposit deposit) {
    return Answers.ok(keepAccounts.deposit(id, deposit.amountMinor()), AccountView::of);
  }

  @PostMapping("/{id}/freeze")
  ResponseEntity<AccountView> freeze(@PathVariable UUID id) {
    return Answers.ok(keepAccounts.freeze(id), AccountView::of);
  }

  @PostMapping("/{id}/unfreeze")
  ResponseEntity<AccountView> unfreeze(@PathVariable UUID id) {
    return Answers.ok(keepAccounts.unfreeze(id), AccountView::of);
  }

  @GetMapping("/{id}")
  ResponseEntity<AccountView> show(@PathVariable UUID id) {
    return Answers.ok(Outcome.of(accounts.findById(id), Accounts.UNKNOWN), AccountView::of);
  }

  record NewAccount(@Text String customerId, @CurrencyCode String currency) {}

  record Deposit(@Min(1) long amountMinor) {}

  record AccountView(
      UUID accountId, String customerId, String currency, long balanceMinor, String state) {

    static AccountView of(Account account) {
      return new AccountView(
          account.accountId(),
          account.key().customerId(),
          account.key().currency(),
          account.balanceMinor(),
          account.frozen() ? "FROZEN" : "OPEN");
    }
  }
}
