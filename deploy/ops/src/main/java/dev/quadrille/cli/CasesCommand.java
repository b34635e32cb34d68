package dev.quadrille.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "cases",
    description = "Refunds that could not be paid and wait for a person.",
    subcommands = {CasesListCommand.class, CasesResolveCommand.class})
final class CasesCommand {
  @ParentCommand private Quadrille quadrille;

  Quadrille quadrille() {
    return quadrille;
  }
}
