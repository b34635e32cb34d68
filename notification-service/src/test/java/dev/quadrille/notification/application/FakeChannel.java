package dev.quadrille.notification.application;

import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.springframework.context.annotation.Primary;

/** A channel that keeps what it sends, and behaves as it is told. As a bean, it is the one. */
@Primary
final class FakeChannel implements Channel {
  private final List<News> sent = new CopyOnWriteArrayList<>();
  private volatile boolean ready = true;
  private volatile Function<News, Answer> manner = news -> Answer.ACCEPTED;

  /** Has sent nothing yet, and takes everything. */
  void reset() {
    sent.clear();
    ready = true;
    manner = news -> Answer.ACCEPTED;
  }

  /** From now on it answers so, after it has sent. */
  void answering(Function<News, Answer> wanted) {
    manner = wanted;
  }

  /** Takes nothing. */
  void close() {
    ready = false;
  }

  /** Takes everything again. */
  void open() {
    ready = true;
  }

  /** Everything that was ever sent. */
  List<News> sent() {
    return List.copyOf(sent);
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public boolean ready() {
    return ready;
  }

  @Override
  public Answer send(Notification notification) {
    sent.add(notification.news());
    return manner.apply(notification.news());
  }

  /** The process ends, wherever it is. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }
}
