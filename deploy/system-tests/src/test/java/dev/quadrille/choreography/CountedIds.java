package dev.quadrille.choreography;

import dev.quadrille.state.Ids;
import java.util.UUID;

/** The same ids for everybody who begins anew. */
final class CountedIds implements Ids {
  private long count;

  @Override
  public UUID next() {
    count++;
    return new UUID(0x01900000_0000_7000L, 0x8000_0000_0000_0000L + count);
  }
}
