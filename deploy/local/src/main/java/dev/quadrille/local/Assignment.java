package dev.quadrille.local;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A service that somebody is to run.
 *
 * @param url where it is to answer
 * @param settings what it is told, at each start anew, as arguments of its command line
 * @param files that its settings name
 * @param log where its output goes if its process is its own
 * @param gate lets it start
 */
record Assignment(
    Participant participant,
    URI url,
    Supplier<List<String>> settings,
    List<Path> files,
    Path log,
    Gate gate) {

  String label() {
    return participant.label();
  }
}
