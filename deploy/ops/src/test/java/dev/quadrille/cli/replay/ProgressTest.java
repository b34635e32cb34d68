package dev.quadrille.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
  @TempDir private Path notes;

  @Test // case R5
  void goesOnWhereItWasAndLeavesOutWhatCameSince() {
    var records = records("order.events", 10);
    Progress.of(notes, "r", records).sent(4);

    var withItsOwn = records("order.events", 14);
    var again = Progress.of(notes, "r", withItsOwn);

    assertThat(again.sent()).isEqualTo(4);
    assertThat(again.left(withItsOwn))
        .extracting(ConsumerRecord::offset)
        .containsExactly(4L, 5L, 6L, 7L, 8L, 9L);
    again.sent(6);
    assertThat(Progress.of(notes, "r", withItsOwn).left(withItsOwn)).isEmpty();
  }

  @Test
  void forgetsWhatIsOver() {
    var records = records("order.events", 3);
    var progress = Progress.of(notes, "r", records);
    progress.sent(3);
    progress.over();

    assertThat(Progress.of(notes, "r", records).left(records)).hasSize(3);
  }

  @Test
  void refusesOtherRecordsUnderTheSameName() {
    Progress.of(notes, "r", records("order.events", 10)).sent(4);

    assertThatThrownBy(() -> Progress.of(notes, "r", records("payment.events", 10)))
        .hasMessage("a replay named r has begun with other records; take another name");
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    return IntStream.range(0, count)
        .mapToObj(offset -> new ConsumerRecord<byte[], byte[]>(topic, 0, offset, null, null))
        .toList();
  }
}
