package dev.quadrille.relay;

import io.debezium.connector.base.DefaultQueueProvider;
import io.debezium.pipeline.Sizeable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Debezium's queue of changes, without its spinning. Who waits for changes waits for whole
 * milliseconds, and asks for the queue's size without a pause through what is left of the last one:
 * up to a millisecond of processor time at each poll, for nothing. Here an empty queue takes its
 * time to say so. Public for {@link java.util.ServiceLoader}.
 *
 * @param <T> a change
 */
public class RestingQueue<T extends Sizeable> extends DefaultQueueProvider<T> {
  /** How settings call it. */
  static final String NAME = "resting";

  /** Changes that come meanwhile wait as long: a part of the poll interval that nobody notices. */
  private static final long REST = TimeUnit.MICROSECONDS.toNanos(250);

  private volatile @Nullable Thread producer;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void enqueue(T change) throws InterruptedException {
    producer = Thread.currentThread();
    super.enqueue(change);
  }

  @Override
  public int size() {
    var size = super.size();
    if (size == 0 && Thread.currentThread() != producer) {
      LockSupport.parkNanos(REST);
      return super.size();
    }
    return size;
  }
}
