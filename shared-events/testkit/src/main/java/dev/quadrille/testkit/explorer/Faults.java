package dev.quadrille.testkit.explorer;

import dev.quadrille.contracts.EventType;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the surroundings do to a dance.
 *
 * @param redeliveries how often a published event comes once more
 * @param post in which order events arrive
 * @param forgery what somebody else publishes; null if nobody does
 * @param aside what never reaches its dancer
 */
record Faults(int redeliveries, Post post, @Nullable Forgery forgery, Set<Aside> aside) {
  static final Faults NONE = new Faults(0, Post.IN_ORDER, null, Set.of());

  /** An event that no dancer has told, and who hears it. */
  record Forgery(SpecificRecord event, Set<String> dancers) {}

  /** Events that are parked on their way. */
  record Aside(EventType type, String dancer) {}

  Faults redelivering(int most) {
    return new Faults(most, post, forgery, aside);
  }

  Faults posting(Post how) {
    return new Faults(redeliveries, how, forgery, aside);
  }

  Faults forging(SpecificRecord event, Set<String> dancers) {
    return new Faults(redeliveries, post, new Forgery(event, dancers), aside);
  }

  Faults settingAside(EventType type, String dancer) {
    var more = Stream.concat(aside.stream(), Stream.of(new Aside(type, dancer)));
    return new Faults(redeliveries, post, forgery, more.collect(Collectors.toUnmodifiableSet()));
  }
}
