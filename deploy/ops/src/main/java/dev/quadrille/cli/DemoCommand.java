package dev.quadrille.cli;

import dev.quadrille.cli.demo.Demo;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    description = "Dances six scenes on a system of its own and judges the result.",
    footer = {
      "",
      "Starts everything on free ports, shows for each scene who told what and when, and ends with"
          + " the oracle's verdict. It leaves nothing running and nothing on disk."
    })
final class DemoCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Option(names = "--processes", description = "One JVM a service, as in production.")
  private boolean processes;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var hosting = processes ? Hosting.OWN_JVMS : Hosting.THIS_JVM;
    terminal.line("Starting a system of its own");
    try (var system = LocalSystem.start(hosting, new TerminalProgress(terminal))) {
      // Ctrl-C ends the JVM past the end of this block.
      Runtime.getRuntime().addShutdownHook(new Thread(system::close, "stop"));
      var well = new Demo(new LocalStage(system.addresses()), spec.commandLine().getOut()).run();
      terminal.line("Stopping");
      return well ? ExitCode.WELL : ExitCode.BAD;
    }
  }
}
