package dev.quadrille.entity;

import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.util.UUID;
import org.springframework.data.domain.Persistable;

/** A row that is written once and never changed, so that saving one looks for none before. */
@MappedSuperclass
public abstract class AppendOnly implements Persistable<UUID> {
  @Id private UUID id;

  /** For JPA. */
  protected AppendOnly() {}

  protected AppendOnly(UUID id) {
    this.id = id;
  }

  @Override
  public UUID getId() {
    return id;
  }

  @Override
  public boolean isNew() {
    return true;
  }
}
