package dev.quadrille.cli;

import dev.quadrille.local.Hosting;
import dev.quadrille.local.Images;
import dev.quadrille.testkit.platform.MissingPrerequisiteException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a command lets the services run. */
final class HostingOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @ArgGroup private final Choice choice = new Choice();

  @Option(
      names = "--tag",
      paramLabel = "TAG",
      description = "Of the images; that of this version if not said.")
  private @Nullable String tag;

  /**
   * What was asked for.
   *
   * @throws MissingPrerequisiteException when this machine cannot do that
   */
  Hosting hosting() {
    if (choice.images == null) {
      return choice.processes ? Hosting.OWN_JVMS : Hosting.THIS_JVM;
    }
    return Hosting.containersOf(Images.find(choice.images, tag()));
  }

  private String tag() {
    if (tag != null) {
      return tag;
    }
    return BuildVersion.number()
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(), "an unpacked build has no version: say which --tag"));
  }

  private static final class Choice {

    @Option(names = "--processes", description = "One JVM a service, as in production.")
    private boolean processes;

    @Option(
        names = "--images",
        paramLabel = "PREFIX",
        description =
            "One container a service, of the images that deploy/images/build made under this"
                + " prefix, such as localhost/, with what the chart gives a pod. Wants podman or"
                + " docker; TOOL in the environment names one.")
    private @Nullable String images;
  }
}
