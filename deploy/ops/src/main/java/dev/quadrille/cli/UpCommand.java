package dev.quadrille.cli;

import dev.quadrille.testkit.platform.PlatformException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "up",
    description = "Runs the whole system on this machine until Ctrl-C.",
    footer = {
      "",
      "Starts PostgreSQL, Kafka, a schema registry and the four services on fixed ports of the"
          + " loopback address. What dies is started again."
    })
final class UpCommand implements Callable<Integer> {
  private static final String DETACH = "--detach";
  private static final String BACKGROUND = "--in-background";

  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private SystemOption system;
  @Mixin private HostingOption services;

  @Option(names = DETACH, description = "Return when all is ready, and keep it running.")
  private boolean detach;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the data here between runs; else it goes with the system.")
  private @Nullable Path data;

  @Option(
      names = BACKGROUND,
      hidden = true,
      description = "What --detach gives the process that it leaves behind.")
  private boolean inBackground;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    requireNone();
    system.stateFile().prepare();
    if (detach) {
      return new BackgroundLaunch(terminal, system.stateFile(), sameInBackground()).run();
    }
    new ForegroundRun(terminal, system, services.hosting(), data)
        .run(
            addresses -> {
              Welcome.print(terminal, addresses, system.command("token"));
              terminal.line(
                  inBackground
                      ? "It runs in the background; '%s' stops it".formatted(system.command("down"))
                      : "Ctrl-C stops it");
            });
    return ExitCode.BAD;
  }

  private List<String> sameInBackground() {
    return Stream.concat(
            spec.commandLine().getParseResult().originalArgs().stream()
                .filter(argument -> !argument.equals(DETACH)),
            Stream.of(BACKGROUND))
        .toList();
  }

  private void requireNone() {
    system
        .stateFile()
        .read()
        .ifPresent(
            running -> {
              throw new PlatformException(
                  "it runs already, as process %d; '%s' stops it"
                      .formatted(running.pid(), system.command("down")));
            });
  }
}
