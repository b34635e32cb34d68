package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

@Command(
    name = "edit",
    description =
        "Has a parked event attempted with another content, under its own id. What came is "
            + "kept. 'parked show --reveal' shows the form that --event wants.")
final class ParkedEditCommand implements Callable<Integer> {
  @ParentCommand private ParkedCommand parked;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;
  @Mixin private ParkedOne one;
  @Mixin private ParkedSaid said;

  @Option(names = "--json", description = "The event as it stands now, one JSON object.")
  private boolean json;

  @ArgGroup(multiplicity = "1")
  private Content content;

  @Override
  public Integer call() {
    var body = new HashMap<String, Object>(said.body());
    body.putAll(content());
    var number = one.number();
    var answer =
        new OpsApi(target.system()).post(number.service(), number.path() + "/edit-and-retry", body);
    var terminal = parked.quadrille().terminal(spec);
    if (json) {
      terminal.json(answer);
    } else {
      terminal.raw("%s  %s".formatted(number, ParkedTable.standing(answer)));
    }
    return ExitCode.WELL;
  }

  private Map<String, ?> content() {
    try {
      return content.event != null
          ? Map.of("event", JsonMapper.shared().readTree(Files.readString(content.event)))
          : Map.of("value", Base64.getEncoder().encodeToString(Files.readAllBytes(content.value)));
    } catch (IOException | JacksonException e) {
      throw new ParameterException(
          spec.commandLine(), "the file cannot be read: " + e.getClass().getSimpleName());
    }
  }

  private static final class Content {
    @Option(names = "--event", paramLabel = "FILE", description = "What it is to say, as JSON.")
    private @Nullable Path event;

    @Option(names = "--value", paramLabel = "FILE", description = "The bytes of the value.")
    private @Nullable Path value;
  }
}
