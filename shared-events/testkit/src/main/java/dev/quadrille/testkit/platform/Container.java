package dev.quadrille.testkit.platform;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A container, in the foreground of an engine's client that is our child: the client passes signals
 * on and ends as the container does. Whatever becomes of the client, {@link Reaper} finds the
 * container by its label.
 */
public final class Container extends ChildProcess {
  private final ContainerEngine engine;
  private final String id;

  private Container(
      ContainerEngine engine, String id, Duration grace, Path log, ProcessBuilder program) {
    super(id, grace, log, program);
    this.engine = engine;
    this.id = id;
  }

  /**
   * Starts an image that is on this machine.
   *
   * @param name what the container's name begins with
   * @param grace how long it may take to end in order
   * @param log where its output is appended
   * @param options of the engine's {@code run}
   * @param arguments of the image
   */
  public static Container start(
      ContainerEngine engine,
      String name,
      Duration grace,
      Path log,
      List<String> options,
      String image,
      List<String> arguments) {
    Reaper.ofThisJvm().removeContainersAtTheEnd(engine.program());
    // Another one at each start: an engine forgets the last one a moment after it has ended.
    String id = name + "-" + UUID.randomUUID().toString().substring(0, 8);
    var command = new ArrayList<>(List.of(engine.program().toString(), "run", "--rm"));
    command.addAll(List.of("--pull=never", "--name", id));
    command.addAll(List.of("--label", Reaper.ofThisJvm().mark()));
    command.addAll(options);
    command.add(image);
    command.addAll(arguments);
    // Detached: clients pass Ctrl-C on, even if they were started to ignore it.
    return new Container(engine, id, grace, log, new ProcessBuilder(Shell.detached(command)));
  }

  @Override
  void killAtOnce(Process process) {
    engine.kill(id);
  }
}
