package dev.quadrille.entity;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.State;
import dev.quadrille.state.StateMachine;
import dev.quadrille.state.Transition;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/**
 * Something whose state moves along a machine, and in no other way. Its columns are {@code id},
 * {@code version} and {@code state}.
 *
 * @param <S> the states
 * @param <M> the moves
 */
@MappedSuperclass
public abstract class Stateful<S extends Enum<S> & State, M extends Enum<M> & Transition<S>>
    implements Persistable<UUID> {
  @Transient private final StateMachine<S, M> machine;
  @Id private UUID id;
  @Version private @Nullable Long version;
  private S state;

  /** For JPA. */
  protected Stateful(StateMachine<S, M> machine) {
    this.machine = machine;
  }

  /** A new one, which is journalled. */
  protected Stateful(StateMachine<S, M> machine, UUID id, S state, Journal journal) {
    this.machine = machine;
    this.id = id;
    this.state = state;
    machine.created(id, state, journal);
  }

  /** What it is found by. */
  public UUID id() {
    return id;
  }

  @Override
  public UUID getId() {
    return id;
  }

  // Spring Data would look for a getter of the version first, and throw for each one that is saved.
  @Override
  public boolean isNew() {
    return version == null;
  }

  /** The state now. */
  public S state() {
    return state;
  }

  /** Counts that it was to be created again, or too late. */
  public void createdAgain(Journal journal) {
    machine.createdBefore(id, state, journal);
  }

  /** Makes the first of these moves that is legal now. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final MoveOutcome apply(Journal journal, M... moves) {
    return machine.move(id, state, to -> state = to, journal, List.of(moves));
  }
}
