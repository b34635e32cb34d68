package dev.quadrille.choreography;

import dev.quadrille.account.domain.Resolution;
import dev.quadrille.order.domain.Line;

/** Something that happens in a ballroom. What there is nothing of does not happen. */
sealed interface Act {

  void in(Ballroom room);

  /** A customer pays in. */
  record Deposit(String customer, long amountMinor) implements Act {
    @Override
    public void in(Ballroom room) {
      room.deposit(customer, amountMinor);
    }
  }

  /** Goods come in. */
  record Receipt(String sku, long units) implements Act {
    @Override
    public void in(Ballroom room) {
      room.receive(sku, units);
    }
  }

  /** A customer orders. */
  record Placing(String customer, Line line) implements Act {
    @Override
    public void in(Ballroom room) {
      room.place(customer, line);
    }
  }

  /** The customer of an order cancels. */
  record Cancellation(int order) implements Act {
    @Override
    public void in(Ballroom room) {
      room.cancel(order);
    }
  }

  /** The customer of an order wants the money back. */
  record Refund(int order) implements Act {
    @Override
    public void in(Ballroom room) {
      room.refund(order);
    }
  }

  /** The deadline of an order passes. */
  record Expiry(int order) implements Act {
    @Override
    public void in(Ballroom room) {
      room.expire(order);
    }
  }

  /** A customer's money may not move. */
  record Freeze(String customer) implements Act {
    @Override
    public void in(Ballroom room) {
      room.freeze(customer);
    }
  }

  /** A customer's money may move again. */
  record Unfreeze(String customer) implements Act {
    @Override
    public void in(Ballroom room) {
      room.unfreeze(customer);
    }
  }

  /** A person decides the case of an order. */
  record Decision(int order, Resolution resolution) implements Act {
    @Override
    public void in(Ballroom room) {
      room.resolve(order, resolution);
    }
  }

  /** One of the letters arrives. */
  record Arrival(int letter) implements Act {
    @Override
    public void in(Ballroom room) {
      room.deliver(letter);
    }
  }

  /** Something comes once more, past every inbox. */
  record Repetition(int fact) implements Act {
    @Override
    public void in(Ballroom room) {
      room.deliverAgain(fact);
    }
  }
}
