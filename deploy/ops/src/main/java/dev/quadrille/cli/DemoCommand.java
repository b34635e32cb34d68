package dev.quadrille.cli;

import dev.quadrille.cli.demo.Demo;
import dev.quadrille.local.LocalSystem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  @Mixin private HostingOption services;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var hosting = services.hosting();
    terminal.line("Starting a system of its own");
    return new OwnSystem(terminal, hosting).run(this::dance);
  }

  private int dance(LocalSystem system) {
    system.start();
    var out = spec.commandLine().getOut();
    return new Demo(new LocalStage(system), out, system::requireOpen).run()
        ? ExitCode.WELL
        : ExitCode.BAD;
  }
}
