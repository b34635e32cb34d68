package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.HashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices topics that were deleted and made anew while they were being read. Kafka's client reads
 * on at the old offset if there is such a one by then; a lane that begins again starts where it
 * should.
 */
final class RemadeTopics {
  private static final Logger log = LoggerFactory.getLogger(RemadeTopics.class);

  private final EventHandlers<?> handlers;
  private final TopicIds topicIds;
  private final Lanes lanes;

  RemadeTopics(EventHandlers<?> handlers, TopicIds topicIds, Lanes lanes) {
    this.handlers = handlers;
    this.topicIds = topicIds;
    this.lanes = lanes;
  }

  void look() {
    var remade = topicIds.remade();
    for (var lane : Lane.values()) {
      var ids = new HashMap<>(remade);
      ids.keySet().retainAll(handlers.topics(lane));
      if (!ids.isEmpty()) {
        log.warn("{} lane begins again: {} made anew", lane.label(), ids.keySet());
      }
      if (!ids.isEmpty() || lanes.halted(lane)) {
        lanes.beginAgain(lane, () -> topicIds.take(ids));
      }
    }
  }
}
