package dev.quadrille.handling;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.FixedBackOff;

/**
 * What follows when the container stumbles, for the listener throws nothing: it tries for ever and
 * skips nothing.
 */
final class LaneErrors extends DefaultErrorHandler {
  private static final Logger log = LoggerFactory.getLogger(LaneErrors.class);
  private static final long PAUSE_MILLIS = 1_000;

  private final Outage outage;
  private final ResumeFromDatabase resume;

  LaneErrors(String group, ResumeFromDatabase resume) {
    super(new FixedBackOff(PAUSE_MILLIS, FixedBackOff.UNLIMITED_ATTEMPTS));
    this.outage = new Outage(log, group, System::nanoTime);
    this.resume = resume;
  }

  @Override
  public void handleOtherException(
      Exception failure,
      Consumer<?, ?> consumer,
      MessageListenerContainer container,
      boolean batchListener) {
    if (failure instanceof OffsetOutOfRangeException lost) {
      resume.outOfRange(consumer, lost);
      return;
    }
    outage.met("polls again after " + failure, null);
    try {
      // What fails at once, such as a broken segment, would fail again at full speed.
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
