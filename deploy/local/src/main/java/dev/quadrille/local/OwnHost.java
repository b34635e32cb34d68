package dev.quadrille.local;

import dev.quadrille.testkit.platform.ChildJvm;
import dev.quadrille.testkit.platform.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A service in a JVM or a container of its own that never outlives this JVM. */
final class OwnHost implements Host {
  // Java's first limit for classes is 21 MB: four collections of everything on the way to a start.
  private static final List<String> MEMORY = List.of("-Xmx256m", "-XX:MetaspaceSize=128m");

  private final Supplier<ChildProcess> launch;
  private final Readiness readiness;
  private volatile @Nullable ChildProcess process;

  private OwnHost(Assignment assignment, Supplier<ChildProcess> launch) {
    this.launch = launch;
    this.readiness = new Readiness(assignment.url());
  }

  static OwnHost jvm(Assignment assignment) {
    return new OwnHost(assignment, () -> startJvm(assignment));
  }

  static OwnHost container(Assignment assignment, Images images) {
    return new OwnHost(assignment, () -> images.start(assignment));
  }

  private static ChildJvm startJvm(Assignment assignment) {
    var arguments = new ArrayList<>(MEMORY);
    arguments.add(assignment.participant().application().getName());
    arguments.addAll(assignment.settings().get());
    return ChildJvm.start(assignment.label(), assignment.log(), Map.of(), arguments);
  }

  @Override
  public void start() {
    // Somebody may have killed the client of a container, and not the container.
    kill();
    var started = launch.get();
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
    return Optional.ofNullable(process).filter(ChildProcess::isRunning).map(ChildProcess::pid);
  }
}
