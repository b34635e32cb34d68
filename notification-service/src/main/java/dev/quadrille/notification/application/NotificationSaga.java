package dev.quadrille.notification.application;

import dev.quadrille.handling.WorkingSet;
import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.state.Ids;
import dev.quadrille.state.Journal;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Notes what customers are to be told; a courier tells them. */
final class NotificationSaga {
  private final WorkingSet<News.Key, Notification> notifications;
  private final Journal journal;
  private final Ids ids;

  NotificationSaga(WorkingSet<News.Key, Notification> notifications, Journal journal, Ids ids) {
    this.notifications = notifications;
    this.journal = journal;
    this.ids = ids;
  }

  /** Notes it unless it is noted already, told or not. */
  List<SpecificRecord> tell(News news) {
    notifications
        .find(news.key())
        .ifPresentOrElse(
            noted -> noted.createdAgain(journal),
            () -> notifications.add(new Notification(ids.next(), news, journal)));
    return List.of();
  }
}
