package dev.quadrille.account.application;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Accounts;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.Payments;
import dev.quadrille.handling.WorkingSet;
import java.util.Collection;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Locks payments and the accounts that they may move money of: always in this order, so that nobody
 * deadlocks.
 */
@Component
public class Books {
  private final Payments payments;
  private final Accounts accounts;

  public Books(Payments payments, Accounts accounts) {
    this.payments = payments;
    this.accounts = accounts;
  }

  /**
   * Locks what exists, each kind with one query.
   *
   * @param orderIds of the payments
   * @param payers further accounts; those of the payments come by themselves
   */
  PaymentRows lock(UUID[] orderIds, Collection<AccountKey> payers) {
    var made = payments.lock(orderIds);
    // A closed payment moves no money any more, so its account is not waited for.
    var paid = made.stream().filter(Payment::holdsMoney).map(payment -> payment.bill().payer());
    var keys = Stream.concat(payers.stream(), paid).distinct().toList();
    return new PaymentRows(
        WorkingSet.of(made, Payment::orderId, payments::save),
        WorkingSet.of(accounts.lock(keys), Account::key, account -> {}));
  }
}
