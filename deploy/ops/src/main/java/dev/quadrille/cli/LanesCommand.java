package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
    name = "lanes",
    description = "Holds a lane of some services, or lets it go. What is held is not lost.")
final class LanesCommand {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Command(name = "pause", description = "Takes no more events of a lane, after the batch in hand.")
  int pause(
      @Mixin TargetOption target,
      @Parameters(paramLabel = "LANE", description = "${COMPLETION-CANDIDATES}") Lane lane,
      @Mixin Choice choice) {
    return ask("pause", lane, target, choice);
  }

  @Command(name = "resume", description = "Goes on where it stopped.")
  int resume(
      @Mixin TargetOption target,
      @Parameters(paramLabel = "LANE", description = "${COMPLETION-CANDIDATES}") Lane lane,
      @Mixin Choice choice) {
    return ask("resume", lane, target, choice);
  }

  @Command(name = "show", description = "Shows which lanes somebody holds.")
  int show(@Mixin TargetOption target, @Mixin Choice choice) {
    var api = new OpsApi(target.system());
    return tell(
        choice,
        service ->
            Stream.of(Lane.values())
                .map(lane -> State.of(service, api.get(service, "/ops/lanes/" + lane.label()))),
        state -> state.paused ? "paused" : "runs");
  }

  private int ask(String what, Lane lane, TargetOption target, Choice choice) {
    var api = new OpsApi(target.system());
    var path = "/ops/lanes/%s/%s".formatted(lane.label(), what);
    return tell(
        choice,
        service -> Stream.of(State.of(service, api.post(service, path, Map.of()))),
        state -> what);
  }

  private int tell(
      Choice choice,
      Function<Participant, Stream<State>> question,
      Function<State, String> inWords) {
    var terminal = quadrille.terminal(spec);
    var states = choice.services.stream().flatMap(question);
    if (choice.json) {
      terminal.json(states.toList());
    } else {
      states.forEach(
          state ->
              terminal.line(
                  "%-16s %s: %s".formatted(state.service, state.lane, inWords.apply(state))));
    }
    return ExitCode.WELL;
  }

  /** Which services, and how it is told. */
  static final class Choice {
    @Option(
        names = "--service",
        split = ",",
        paramLabel = "NAME",
        description = "Of ${COMPLETION-CANDIDATES}; all if not given.")
    private List<Participant> services = List.of(Participant.values());

    @Option(names = "--json", description = "One JSON array, an object for each lane.")
    private boolean json;
  }

  /**
   * The JSON of a lane.
   *
   * @param paused whether no more events are taken; soon, if a batch is in hand
   */
  record State(String service, String lane, boolean paused) {

    private static State of(Participant service, JsonNode answer) {
      return new State(
          service.label(), answer.path("lane").asString(), answer.path("paused").asBoolean());
    }
  }
}
