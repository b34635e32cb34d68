package dev.quadrille.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** What can be sent to a process that neither ends it nor asks it to end. */
enum Signal {
  /** Freezes it. */
  STOP,
  /** Lets it go on. */
  CONT;

  /**
   * Sends it.
   *
   * @param process its id
   * @throws java.util.NoSuchElementException when there is none
   */
  void to(Optional<Long> process) {
    var pid = process.orElseThrow();
    try {
      var kill = new ProcessBuilder("kill", "-" + name(), pid.toString()).start();
      assertThat(kill.waitFor()).as("kill -%s %d", name(), pid).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
