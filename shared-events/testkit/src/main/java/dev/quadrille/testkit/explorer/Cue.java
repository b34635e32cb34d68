package dev.quadrille.testkit.explorer;

import dev.quadrille.handling.Batch;
import dev.quadrille.testkit.RecordingJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** What makes a dancer do something. */
sealed interface Cue {

  /**
   * Gives the cue.
   *
   * @return what the dancer tells
   * @throws TooEarlyException if the event is about an aggregate that does not exist there
   */
  List<? extends SpecificRecord> give(Dancer dancer);

  /** Events of one lane arrive in one batch; mostly one alone. */
  record Heard(List<Fact> facts) implements Cue {
    Heard(Fact fact) {
      this(List.of(fact));
    }

    /** Whether a consumer may find both in one batch. */
    boolean travelsWith(Heard other) {
      return facts.get(0).type().lane() == other.facts.get(0).type().lane();
    }

    /** Both in one batch. */
    Heard with(Heard later) {
      return new Heard(Stream.concat(facts.stream(), later.facts.stream()).toList());
    }

    @Override
    public List<SpecificRecord> give(Dancer dancer) {
      var events = facts.stream().map(Fact::event).toList();
      var work = dancer.handlers().begin(new Batch(events, new RecordingJournal()));
      var told = new ArrayList<SpecificRecord>();
      for (var fact : facts) {
        if (!work.knows(fact.event())) {
          throw new TooEarlyException();
        }
        told.addAll(work.react(fact.event()));
      }
      return told;
    }

    @Override
    public String toString() {
      return facts.stream().map(Fact::toString).collect(Collectors.joining(" with "));
    }
  }

  /** A person or a clock asks for something. */
  record Asked(String command) implements Cue {
    @Override
    public List<? extends SpecificRecord> give(Dancer dancer) {
      return Stream.concat(dancer.wishes().stream(), dancer.timers().stream())
          .filter(known -> known.name().equals(command))
          .findFirst()
          .orElseThrow()
          .action()
          .get();
    }

    @Override
    public String toString() {
      return command;
    }
  }

  /** An event that would be parked until its aggregate exists. */
  final class TooEarlyException extends RuntimeException {}
}
