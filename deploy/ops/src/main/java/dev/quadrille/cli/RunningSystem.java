package dev.quadrille.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.quadrille.local.Addresses;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Part;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.TokenIssuer;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code up} leaves for the other commands to find.
 *
 * @param pid the process that started the system and stops it
 * @param started when that process began, for another one may have its number by now
 * @param portOffset how far its ports are from those that the documentation names
 * @param directory where its data and its logs are
 */
public record RunningSystem(
    long pid, Instant started, int portOffset, String directory, List<RunningPart> parts) {
  // The operating system tells the time since it booted, and rounds.
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  /** The system that this JVM runs. */
  static RunningSystem here(int portOffset, String directory, List<Part> parts) {
    var self = ProcessHandle.current();
    return new RunningSystem(
        self.pid(),
        startOf(self),
        portOffset,
        directory,
        parts.stream().map(RunningPart::of).toList());
  }

  /** Where the system is reached. */
  public Addresses addresses() {
    return new Addresses(SystemPorts.fixed(portOffset));
  }

  /** Whose tokens its services believe. */
  TokenIssuer tokens() {
    return LocalSystem.tokens(WorkDirectory.kept(Path.of(directory)));
  }

  /** Its process; empty when that is gone, however it went. */
  @JsonIgnore
  Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(
            process -> Duration.between(started, startOf(process)).abs().compareTo(TOLERANCE) <= 0);
  }

  private static Instant startOf(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }

  /**
   * A part as it was when it last came up.
   *
   * @param pid null when it was down
   */
  record RunningPart(String label, int port, @Nullable Long pid) {

    private static RunningPart of(Part part) {
      return new RunningPart(part.label(), part.port(), part.pid().orElse(null));
    }
  }
}
