package dev.quadrille.local;

import dev.quadrille.testkit.platform.Container;
import dev.quadrille.testkit.platform.ContainerEngine;
import dev.quadrille.testkit.platform.MissingPrerequisiteException;
import java.util.ArrayList;
import java.util.List;

/** The images of the four services on this machine, as {@code deploy/images/build} names them. */
public final class Images {
  private static final String ARGUMENTS_OF_THE_SERVICE = "@/app/main.args";

  private final ContainerEngine engine;
  private final String prefix;
  private final String tag;

  private Images(ContainerEngine engine, String prefix, String tag) {
    this.engine = engine;
    this.prefix = prefix;
    this.tag = tag;
  }

  /**
   * Finds them, and what runs them.
   *
   * @param prefix what their names begin with, such as {@code localhost/}
   * @throws MissingPrerequisiteException when one of them is missing, or there is neither Podman
   *     nor Docker
   */
  public static Images find(String prefix, String tag) {
    var images = new Images(ContainerEngine.find(), prefix, tag);
    for (var participant : Participant.values()) {
      images.engine.requireImage(images.name(participant));
    }
    return images;
  }

  Container start(Assignment assignment) {
    var options = new ArrayList<>(Pod.OPTIONS);
    // Under the names that they have here, for its settings name them so.
    assignment.files().forEach(file -> options.add("--volume=%1$s:%1$s:ro,z".formatted(file)));
    var arguments = new ArrayList<>(List.of(ARGUMENTS_OF_THE_SERVICE));
    arguments.addAll(assignment.settings().get());
    return Container.start(
        engine,
        "quadrille-" + assignment.label(),
        Pod.GRACE,
        assignment.log(),
        options,
        name(assignment.participant()),
        arguments);
  }

  private String name(Participant participant) {
    return "%squadrille-%s:%s".formatted(prefix, participant.label(), tag);
  }
}
