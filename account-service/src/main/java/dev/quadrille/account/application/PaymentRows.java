package dev.quadrille.account.application;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.handling.WorkingSet;
import java.util.UUID;

/**
 * What the reactions to a batch work on, locked.
 *
 * @param payments by order
 * @param accounts those that are to pay, and those that may get money back
 */
record PaymentRows(WorkingSet<UUID, Payment> payments, WorkingSet<AccountKey, Account> accounts) {

  /** The account that paid. */
  Account payerOf(Payment payment) {
    return accounts.find(payment.bill().payer()).orElseThrow();
  }
}
