package dev.quadrille.local;

import dev.quadrille.testkit.platform.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A service in a JVM of its own that never outlives this one. */
final class OwnHost implements Host {
  // Java's first limit for classes is 21 MB: four collections of everything on the way to a start.
  private static final List<String> MEMORY = List.of("-Xmx256m", "-XX:MetaspaceSize=128m");

  private final Participant participant;
  private final Supplier<List<String>> settings;
  private final Readiness readiness;
  private final Path log;
  private volatile @Nullable ChildJvm process;

  OwnHost(Participant participant, Addresses addresses, Supplier<List<String>> settings, Path log) {
    this.participant = participant;
    this.settings = settings;
    this.readiness = new Readiness(addresses.url(participant));
    this.log = log;
  }

  @Override
  public void start() {
    var arguments = new ArrayList<>(MEMORY);
    arguments.add(participant.application().getName());
    arguments.addAll(settings.get());
    var started = ChildJvm.start(participant.label(), log, Map.of(), arguments);
    process = started;
    started.awaitReady(readiness::isUp, PATIENCE);
  }

  @Override
  public boolean stop() {
    if (process == null) {
      return true;
    }
    process.stop();
    return process.exitCode().orElseThrow() == 0;
  }

  @Override
  public void kill() {
    if (process != null) {
      process.kill();
    }
  }

  @Override
  public Optional<Long> pid() {
    return Optional.ofNullable(process).filter(ChildJvm::isRunning).map(ChildJvm::pid);
  }
}
