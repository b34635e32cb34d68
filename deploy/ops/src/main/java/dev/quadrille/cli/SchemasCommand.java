package dev.quadrille.cli;

import dev.quadrille.codec.EventSchemas;
import dev.quadrille.codec.EventSchemas.Finding;
import dev.quadrille.contracts.EventType;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(name = "schemas", description = "This version's schemas and the registry.")
final class SchemasCommand {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Command(
      name = "check",
      description =
          "Shows what the registry holds of each event; ends with 1 unless every schema is "
              + "registered under compatibility level FULL.")
  int check(
      @Mixin TargetOption target,
      @Option(names = "--json", description = "One JSON object, a member for each subject.")
          boolean json) {
    var found = findings(target.system().schemas());
    show(found, json);
    return found.values().stream().allMatch(Finding.REGISTERED::equals)
        ? ExitCode.WELL
        : ExitCode.BAD;
  }

  @Command(
      name = "register",
      description =
          "Registers what is missing, under compatibility level FULL: before a release, whose "
              + "services only look up. Registers nothing and ends with 1 if one schema contradicts "
              + "what is there.")
  int register(
      @Mixin TargetOption target,
      @Option(names = "--json", description = "One JSON object, a member for each subject.")
          boolean json) {
    var schemas = target.system().schemas();
    var before = findings(schemas);
    if (before.containsValue(Finding.INCOMPATIBLE)) {
      show(before, json);
      return ExitCode.BAD;
    }
    for (var type : EventType.values()) {
      schemas.register(type);
    }
    show(findings(schemas), json);
    return ExitCode.WELL;
  }

  private static Map<String, Finding> findings(EventSchemas schemas) {
    var findings = new TreeMap<String, Finding>();
    for (var type : EventType.values()) {
      findings.put(type.subject(), schemas.check(type));
    }
    return findings;
  }

  private void show(Map<String, Finding> findings, boolean json) {
    var terminal = quadrille.terminal(spec);
    if (json) {
      terminal.json(findings);
    } else {
      findings.forEach((subject, finding) -> terminal.raw("%-80s  %s".formatted(subject, finding)));
    }
  }
}
