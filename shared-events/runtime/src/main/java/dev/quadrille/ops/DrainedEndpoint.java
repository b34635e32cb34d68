package dev.quadrille.ops;

import dev.quadrille.service.UnfinishedWork;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Whether a service has done all its work: asked after it was taken off its callers and before its
 * database or its topics are touched.
 */
@RestController
class DrainedEndpoint {
  private final List<UnfinishedWork> work;

  DrainedEndpoint(List<UnfinishedWork> work) {
    this.work = work;
  }

  @GetMapping("/ops/drained")
  Drained drained() {
    var left = work.stream().flatMap(DrainedEndpoint::left).toList();
    return new Drained(left.isEmpty(), left);
  }

  // What cannot be asked may hold anything.
  private static Stream<String> left(UnfinishedWork work) {
    try {
      return work.left().stream();
    } catch (RuntimeException e) {
      return Stream.of("not known: " + e.getMessage());
    }
  }

  /**
   * How it stands.
   *
   * @param drained whether nothing is left; new requests and events change that at once
   * @param left what is, in words
   */
  record Drained(boolean drained, List<String> left) {}
}
