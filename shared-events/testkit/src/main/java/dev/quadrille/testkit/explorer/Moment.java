package dev.quadrille.testkit.explorer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Everything that decides how a dance can go on. Two moments that are equal go on alike.
 *
 * @param standings of the dancers, in their order
 * @param underWay what has not arrived yet
 * @param published what has ever been on a topic
 * @param moved how goods and money have moved
 * @param left how many faults may still come
 */
record Moment(
    List<Standing> standings,
    List<Letter> underWay,
    Set<Fact> published,
    Set<String> moved,
    Left left) {

  /** How many redeliveries and forgeries may still come. */
  record Left(int redeliveries, int forgeries) {}

  Moment standing(int dancer, Standing at) {
    var changed = new ArrayList<>(standings);
    changed.set(dancer, at);
    return new Moment(changed, underWay, published, moved, left);
  }

  Moment carrying(List<Letter> letters) {
    return new Moment(standings, letters, published, moved, left);
  }

  Moment publishing(Collection<Fact> more) {
    return new Moment(standings, underWay, union(published, more), moved, left);
  }

  Moment moving(String movement) {
    return new Moment(standings, underWay, published, union(moved, Set.of(movement)), left);
  }

  /** Whether nothing is different but the number of faults that may still come. */
  boolean like(Moment other) {
    return new Moment(standings, underWay, published, moved, other.left).equals(other);
  }

  Moment redelivering() {
    var fewer = new Left(left.redeliveries - 1, left.forgeries);
    return new Moment(standings, underWay, published, moved, fewer);
  }

  Moment forging() {
    var fewer = new Left(left.redeliveries, left.forgeries - 1);
    return new Moment(standings, underWay, published, moved, fewer);
  }

  private static <T> Set<T> union(Set<T> some, Collection<T> more) {
    var all = new HashSet<>(some);
    all.addAll(more);
    return all;
  }
}
