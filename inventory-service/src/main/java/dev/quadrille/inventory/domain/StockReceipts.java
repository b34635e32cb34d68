package dev.quadrille.inventory.domain;

import java.util.UUID;
import org.springframework.data.repository.Repository;

/** Everything that ever came in. */
public interface StockReceipts extends Repository<StockReceipt, UUID> {

  void save(StockReceipt receipt);
}
