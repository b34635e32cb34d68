package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Polling against two writers in every order that their steps can have, on real transactions:
 * whatever is committed goes out, each aggregate in the order of its commits, and nothing else.
 */
class PollingInterleavingsIT extends RelayFixture {
  private static final UUID OTHER = UUID.fromString("0197f2a0-0000-7000-8000-000000000002");

  private Connection polling;
  private List<Connection> writing;
  private UnrelayedRows marks;

  @BeforeEach
  void connect() throws SQLException {
    polling = outbox.database().connect();
    writing = List.of(outbox.database().connect(), outbox.database().connect());
    marks = new UnrelayedRows(polling);
    marks.startMarking();
    marks.commitLazily();
    for (var writer : writing) {
      new UnrelayedRows(writer).commitLazily();
      writer.setAutoCommit(false);
    }
  }

  @AfterEach
  void disconnect() throws SQLException {
    polling.close();
    for (var writer : writing) {
      writer.close();
    }
  }

  @Test
  void relaysTwoTransactionsOfOneAggregateInTheOrderOfTheirCommits() throws SQLException {
    assertThat(
            exploreAll(new Marked(2, 100), new Writer(0, ORDER, true), new Writer(1, ORDER, true)))
        .isGreaterThan(100);
  }

  @Test
  void skipsNoTransactionThatDrewItsNumbersEarlyAndCommitsLate() throws SQLException {
    assertThat(
            exploreAll(new Marked(2, 100), new Writer(0, ORDER, true), new Writer(1, OTHER, true)))
        .isGreaterThan(1000);
  }

  @Test
  void readsPageByPage() throws SQLException {
    exploreAll(new Marked(1, 1), new Writer(0, ORDER, true), new Writer(1, OTHER, true));
  }

  @Test
  void readsNoMoreThanFitsButAlwaysARow() throws SQLException {
    for (int i = 0; i < 3; i++) {
      Outbox.insert(polling, outbox.topic(), ORDER, new byte[100], Duration.ZERO);
    }
    assertThat(marks.first(100, 150).rows()).hasSize(2);
    assertThat(marks.first(100, 0).rows()).hasSize(1);
    assertThat(marks.first(100, 1000).rows()).hasSize(3);
  }

  @Test
  void relaysNothingOfATransactionThatIsRolledBack() throws SQLException {
    exploreAll(new Marked(1, 100), new Writer(0, ORDER, false), new Writer(1, ORDER, true));
  }

  // So that the tests above are known to look.
  @Test
  void aCursorWouldSkipARow() {
    assertThatThrownBy(
            () -> exploreAll(new Cursor(), new Writer(0, ORDER, true), new Writer(1, OTHER, true)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("[0 inserts, 1 inserts, 1 ends, poller reads");
  }

  private int exploreAll(Poller poller, Writer... writers) throws SQLException {
    var schedules = new ArrayList<List<Step>>();
    var all = new ArrayList<Actor>(List.of(writers));
    all.add(poller);
    schedules(all, new int[all.size()], List.of(), schedules);
    for (var schedule : schedules) {
      run(schedule, poller, writers);
    }
    return schedules.size();
  }

  private static void schedules(
      List<Actor> actors, int[] done, List<Step> sofar, List<List<Step>> found) {
    var ended = true;
    for (int i = 0; i < actors.size(); i++) {
      var steps = actors.get(i).steps();
      if (done[i] < steps.size()) {
        ended = false;
        var step = steps.get(done[i]);
        if (step.mayFollow(sofar)) {
          done[i]++;
          var longer = new ArrayList<>(sofar);
          longer.add(step);
          schedules(actors, done, longer, found);
          done[i]--;
        }
      }
    }
    if (ended) {
      found.add(sofar);
    }
  }

  private void run(List<Step> schedule, Poller poller, Writer... writers) throws SQLException {
    poller.begin();
    for (var step : schedule) {
      step.work().run();
    }
    while (poller.again()) {
      poller.read();
      poller.send();
      poller.mark();
    }
    var firsts = List.copyOf(new LinkedHashSet<>(poller.sent));
    for (var aggregate : List.of(ORDER, OTHER)) {
      var expected = new ArrayList<String>();
      schedule.forEach(step -> step.commitOf(aggregate, expected));
      assertThat(firsts.stream().filter(id -> belongs(id, aggregate, writers)))
          .as("%s", schedule)
          .containsExactlyElementsOf(expected);
    }
    assertThat(firsts)
        .as("%s", schedule)
        .hasSize((int) List.of(writers).stream().filter(Writer::commits).count());
  }

  private static boolean belongs(String id, UUID aggregate, Writer... writers) {
    return List.of(writers).stream()
        .anyMatch(writer -> writer.aggregate.equals(aggregate) && writer.ids.contains(id));
  }

  private interface Actor {
    List<Step> steps();
  }

  private interface Work {
    void run() throws SQLException;
  }

  private record Step(String name, Work work, Writer writer) {
    // Writers of one aggregate exclude each other from its lock, before the insert, to the end.
    boolean mayFollow(List<Step> sofar) {
      return writer == null
          || name.endsWith("ends")
          || sofar.stream()
                  .filter(step -> step.writer != null && step.writer != writer)
                  .filter(step -> step.writer.aggregate.equals(writer.aggregate))
                  .count()
              != 1;
    }

    void commitOf(UUID aggregate, List<String> ids) {
      if (writer != null
          && name.endsWith("ends")
          && writer.commits
          && writer.aggregate.equals(aggregate)) {
        ids.add(writer.last());
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private final class Writer implements Actor {
    private final int number;
    private final UUID aggregate;
    private final boolean commits;
    private final List<String> ids = new ArrayList<>();

    Writer(int number, UUID aggregate, boolean commits) {
      this.number = number;
      this.aggregate = aggregate;
      this.commits = commits;
    }

    boolean commits() {
      return commits;
    }

    String last() {
      return ids.get(ids.size() - 1);
    }

    @Override
    public List<Step> steps() {
      return List.of(
          new Step(number + " inserts", this::insert, this),
          new Step(number + " ends", this::end, this));
    }

    private void insert() throws SQLException {
      ids.add(
          Outbox.insert(writing.get(number), outbox.topic(), aggregate, new byte[1], Duration.ZERO)
              .toString());
    }

    private void end() throws SQLException {
      if (commits) {
        writing.get(number).commit();
      } else {
        writing.get(number).rollback();
      }
    }
  }

  private abstract static class Poller implements Actor {
    final List<String> sent = new ArrayList<>();
    List<OutboxRow> rows = List.of();
    private final int rounds;

    /**
     * @param rounds how often it polls while the writers write; it goes on afterwards
     */
    Poller(int rounds) {
      this.rounds = rounds;
    }

    void begin() throws SQLException {
      sent.clear();
      rows = List.of();
    }

    abstract boolean again() throws SQLException;

    abstract void read() throws SQLException;

    void send() {
      rows.forEach(row -> sent.add(row.id()));
    }

    abstract void mark() throws SQLException;

    @Override
    public List<Step> steps() {
      var steps = new ArrayList<Step>();
      for (int i = 0; i < rounds; i++) {
        steps.add(new Step("poller reads", this::read, null));
        steps.add(new Step("poller sends", this::send, null));
        steps.add(new Step("poller marks", this::mark, null));
      }
      return steps;
    }
  }

  /** As the relay does it. */
  private final class Marked extends Poller {
    private final int pageSize;
    private UnrelayedRows.Page page = new UnrelayedRows.Page(List.of(), List.of());

    Marked(int rounds, int pageSize) {
      super(rounds);
      this.pageSize = pageSize;
    }

    @Override
    boolean again() throws SQLException {
      return marks.round().last() != null;
    }

    @Override
    void read() throws SQLException {
      page = marks.first(pageSize, Long.MAX_VALUE);
      rows = page.rows();
    }

    @Override
    void mark() throws SQLException {
      marks.relayed(page);
    }
  }

  /** As it must not be done. */
  private final class Cursor extends Poller {
    private long cursor;
    private boolean found;

    Cursor() {
      super(1);
    }

    @Override
    void begin() throws SQLException {
      super.begin();
      cursor = Long.parseLong(outbox.database().ask("SELECT coalesce(max(seq), 0) FROM outbox"));
      found = true;
    }

    @Override
    boolean again() {
      return found;
    }

    @Override
    void read() throws SQLException {
      var next = new ArrayList<OutboxRow>();
      try (var query =
          polling.prepareStatement(
              "SELECT " + OutboxRow.columns("o") + " FROM outbox o WHERE seq > ? ORDER BY seq")) {
        query.setLong(1, cursor);
        try (var row = query.executeQuery()) {
          while (row.next()) {
            next.add(OutboxRow.of(row));
          }
        }
      }
      found = !next.isEmpty();
      rows = next;
    }

    @Override
    void mark() {
      if (!rows.isEmpty()) {
        cursor = rows.get(rows.size() - 1).seq();
      }
    }
  }
}
