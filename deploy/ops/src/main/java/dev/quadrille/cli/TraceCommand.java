package dev.quadrille.cli;

import dev.quadrille.cli.trace.TraceView;
import dev.quadrille.cli.trace.Tracer;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

@Command(
    name = "trace",
    description =
        "Shows everything about one order: who told what, when, how long each hop took, what "
            + "stands twice, and what is not where it should be.",
    footer = {
      "",
      "Times: 'topic' from the begin of the transaction that wrote the event to the record's"
          + " timestamp; 'handled' from there to the begin of the transaction that took care of it."
    })
final class TraceCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Parameters(paramLabel = "ORDER", description = "The order's id.")
  private UUID order;

  @ArgGroup private Form form = new Form();

  @Option(names = "--reveal", description = "Show texts that may be personal.")
  private boolean reveal;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var system = target.system();
    try (var tracer = new Tracer(system, order, system.viewer(), reveal)) {
      var view = new TraceView(tracer.look());
      if (view.isEmpty()) {
        terminal.warn("nothing is known of order " + order);
        return ExitCode.BAD;
      }
      if (form.follow) {
        new TraceFollower(tracer, terminal).follow(view);
      } else {
        terminal.raw(form.text(view));
      }
      return ExitCode.WELL;
    }
  }

  /** How it is shown. */
  private static final class Form {
    @Option(names = "--follow", description = "Show what happens until all has ended, or Ctrl-C.")
    private boolean follow;

    @Option(names = "--mermaid", description = "A diagram in Mermaid's language.")
    private boolean mermaid;

    @Option(names = "--html", description = "One HTML page that needs nothing else.")
    private boolean html;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    private String text(TraceView view) {
      if (json) {
        return JsonMapper.shared().writeValueAsString(view.trace());
      }
      if (html) {
        return view.html();
      }
      return mermaid ? view.mermaid() : view.terminal();
    }
  }
}
