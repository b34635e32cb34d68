package dev.quadrille.system;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.cli.inject.Copies;
import dev.quadrille.testkit.oracle.TopicReader;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What was told already is told again: late, out of order, under old ids and new ones. */
final class Rumours {
  private final LocalStage stage;
  private final Random random;

  Rumours(LocalStage stage, Random random) {
    this.stage = stage;
    this.random = random;
  }

  /** Tells so many of the events again that are on the topics now. */
  void spread(int copies) {
    spread(new TopicReader(stage.bootstrapServers()).records(), copies);
  }

  /** Tells so many of these again. */
  void spread(List<ConsumerRecord<byte[], byte[]>> records, int copies) {
    Collections.shuffle(records, random);
    try (var again = new Copies(stage.kafka(), "rumour")) {
      for (var record : records.subList(0, Math.min(copies, records.size()))) {
        if (random.nextBoolean()) {
          again.same(record);
        } else {
          again.underNewId(record);
        }
      }
    }
  }
}
