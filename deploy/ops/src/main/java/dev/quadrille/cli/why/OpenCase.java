package dev.quadrille.cli.why;

import dev.quadrille.cli.connection.MissingConnectionException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.UUID;
import org.springframework.dao.DataAccessException;

/** Finds a refund that could not be paid and waits for a person. */
final class OpenCase {
  private static final String OPEN =
      """
      SELECT c.amount_minor, c.currency, c.reason, c.account_id, a.frozen
      FROM suspense_case AS c JOIN account AS a USING (account_id) WHERE c.order_id = ? AND c.resolution IS NULL
      """;

  private final TargetSystem system;
  private final UUID order;

  OpenCase(TargetSystem system, UUID order) {
    this.system = system;
    this.order = order;
  }

  /** The case, if one is open. */
  List<Obstacle> obstacles() {
    try {
      return system
          .database(Participant.ACCOUNT.label())
          .sql(OPEN)
          .param(order)
          .query(
              (row, number) ->
                  obstacle(
                      "a case is open over %d %s, %s"
                          .formatted(
                              row.getLong("amount_minor"),
                              row.getString("currency"),
                              row.getString("reason")),
                      row.getString("account_id"),
                      row.getBoolean("frozen")))
          .list();
    } catch (MissingConnectionException | DataAccessException e) {
      return List.of();
    }
  }

  private Obstacle obstacle(String what, String account, boolean frozen) {
    var now =
        frozen
            ? ", and account %s is still frozen: the money can be paid out, or goes to the customer"
                + " once it is not"
            : ", and account %s takes money again: it can go to the customer";
    return Obstacle.of(
        what + now.formatted(account),
        system.command(
            "cases resolve %s --resolution %s --by NAME --why TEXT"
                .formatted(order, frozen ? "PAID_OUT" : "TO_CUSTOMER")));
  }
}
