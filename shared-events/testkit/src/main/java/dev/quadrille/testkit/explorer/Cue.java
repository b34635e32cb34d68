package dev.quadrille.testkit.explorer;

import dev.quadrille.handling.Batch;
import dev.quadrille.testkit.RecordingJournal;
import java.util.List;
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

  /** An event arrives, in a batch of its own. */
  record Heard(Fact fact) implements Cue {
    @Override
    public List<? extends SpecificRecord> give(Dancer dancer) {
      var event = fact.event();
      var work = dancer.handlers().begin(new Batch(List.of(event), new RecordingJournal()));
      if (!work.knows(fact.type().orderId(event))) {
        throw new TooEarlyException();
      }
      return work.react(event);
    }

    @Override
    public String toString() {
      return fact.toString();
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
