package dev.quadrille.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The root of the command line. Commands reach it as their parent. */
@Command(
    name = "quadrille",
    description = "Four services dance an order: see them, try them, question them.",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    scope = ScopeType.INHERIT,
    subcommands = {
      UpCommand.class,
      DownCommand.class,
      StatusCommand.class,
      TokenCommand.class,
      BenchCommand.class,
      DemoCommand.class,
      VerifyCommand.class,
      TraceCommand.class,
      WhyCommand.class,
      ReplayCommand.class,
      ExportCommand.class,
      ImportCommand.class,
      InjectCommand.class,
      StuckCommand.class,
      CasesCommand.class,
      ParkedCommand.class,
      LanesCommand.class,
      RelayCommand.class,
      SchemasCommand.class,
      GenerateCompletion.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it worked and all is well",
      "1:the verdict is bad, or something did not work",
      "2:the command line makes no sense, or this machine lacks something",
      "3:what the command talks to is not there"
    })
public final class Quadrille {
  private static final String[] NOT_EMPTY = {""};

  @Option(
      names = "--no-color",
      description = "No colours. They also stay away when NO_COLOR is set or nobody watches.",
      scope = ScopeType.INHERIT)
  private boolean noColor;

  @Option(
      names = "--debug",
      description = "Show the stack trace of a failure; also with QUADRILLE_DEBUG=1.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    ServiceLogs.nowhere();
    System.exit(execute(arguments));
  }

  private static int execute(String... arguments) {
    try {
      return commandLine().execute(arguments);
    } catch (OutOfMemoryError e) {
      System.err.println("error: out of memory; QUADRILLE_JAVA_OPTS=-Xmx4g gives more");
      return ExitCode.BAD;
    }
  }

  static CommandLine commandLine() {
    var quadrille = new Quadrille();
    var commandLine = new CommandLine(quadrille);
    commandLine.setParameterExceptionHandler(quadrille::explain);
    commandLine.setExecutionExceptionHandler((e, command, parsed) -> quadrille.report(e, command));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    return commandLine;
  }

  /** Where commands talk to the user. */
  public Terminal terminal(CommandSpec command) {
    var line = command.commandLine();
    return new Terminal(line.getOut(), line.getErr(), noColor ? Ansi.OFF : Ansi.AUTO);
  }

  private int explain(ParameterException e, String[] arguments) {
    var command = e.getCommandLine();
    if (arguments.length == 0) {
      command.usage(command.getErr());
      return ExitCode.USAGE;
    }
    var terminal = terminal(command.getCommandSpec());
    // Of options that exclude each other picocli says so itself.
    terminal.fail(e.getMessage().replaceFirst("^Error: ", ""));
    command
        .getErr()
        .println("Try '%s --help'.".formatted(command.getCommandSpec().qualifiedName(" ")));
    return ExitCode.USAGE;
  }

  private int report(Exception e, CommandLine command) {
    if (e instanceof ParameterException wrong) {
      return explain(wrong, NOT_EMPTY);
    }
    var complaint = Complaint.of(e);
    terminal(command.getCommandSpec()).fail(complaint.text());
    if (debug || "1".equals(System.getenv("QUADRILLE_DEBUG"))) {
      e.printStackTrace(command.getErr());
    }
    return complaint.exitCode();
  }
}
