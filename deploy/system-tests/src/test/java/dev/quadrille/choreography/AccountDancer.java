package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.CLOCK;
import static dev.quadrille.choreography.Given.ORDER;
import static dev.quadrille.choreography.Given.TWO_TEAS;

import dev.quadrille.account.application.FakeAccountService;
import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Resolution;
import dev.quadrille.account.domain.SystemAccount;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.testkit.explorer.Command;
import dev.quadrille.testkit.explorer.Dancer;
import dev.quadrille.testkit.explorer.View;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * Account, with some money of the customer's. People freeze it, let it go, and resolve its case.
 */
final class AccountDancer implements Dancer {
  private final FakeAccountService service = new FakeAccountService(new CountedIds(), CLOCK);
  private final Account account;

  AccountDancer(long balanceMinor) {
    var payer = new AccountKey(TWO_TEAS.customerId(), TWO_TEAS.currency());
    this.account = service.open(payer, balanceMinor);
  }

  @Override
  public EventHandlers<?> handlers() {
    return service.handlers();
  }

  @Override
  public List<Command> wishes() {
    return List.of(
        new Command("account is frozen", this::freeze),
        new Command("account is unfrozen", this::unfreeze),
        resolving("case is resolved to the customer", Resolution.TO_CUSTOMER),
        resolving("case is paid out", Resolution.PAID_OUT));
  }

  @Override
  public View view() {
    var remarks = new TreeSet<String>();
    if (account.frozen()) {
      remarks.add("frozen");
    }
    service
        .suspended(ORDER)
        .ifPresent(
            suspended ->
                remarks.add(
                    suspended
                        .decision()
                        .map(decision -> decision.resolution().name())
                        .orElse(View.CASE_OPEN)));
    return View.of(service.payment(ORDER).map(it -> it.state().name()).orElse(View.NOTHING))
        .amounting(
            Map.of(
                View.BALANCE, account.balanceMinor(),
                View.CUSTOMER, service.held(account.ledgerName()),
                View.MERCHANT, held(SystemAccount.merchant(TWO_TEAS.merchantId())),
                View.SUSPENSE, held(SystemAccount.SUSPENSE),
                View.CASH, held(SystemAccount.CASH)))
        .remarking(remarks);
  }

  private long held(SystemAccount of) {
    return service.held(of.ledgerName());
  }

  private Command resolving(String name, Resolution resolution) {
    return new Command(name, () -> service.resolve(ORDER, resolution));
  }

  private List<SpecificRecord> freeze() {
    service.freeze(account.accountId());
    return List.of();
  }

  private List<SpecificRecord> unfreeze() {
    service.unfreeze(account.accountId());
    return List.of();
  }
}
