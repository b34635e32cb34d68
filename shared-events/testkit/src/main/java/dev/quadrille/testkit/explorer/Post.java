package dev.quadrille.testkit.explorer;

import static java.util.Comparator.comparing;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/** In which order letters arrive. Topics are never ordered against each other. */
enum Post {
  /** Those on one topic to one dancer arrive as they were published. */
  IN_ORDER(comparing(Letter::dancer).thenComparing(Letter::topic)) {
    @Override
    Stream<Letter> next(List<Letter> underWay) {
      var begun = new HashSet<>();
      return underWay.stream()
          .filter(letter -> begun.add(List.of(letter.dancer(), letter.topic())));
    }
  },
  /** Any may arrive before any other. */
  ANYHOW(comparing(Letter::dancer).thenComparing(Letter::fact)) {
    @Override
    Stream<Letter> next(List<Letter> underWay) {
      return underWay.stream().distinct();
    }
  };

  private final Comparator<Letter> sorting;

  Post(Comparator<Letter> sorting) {
    this.sorting = sorting;
  }

  /** What can arrive now. */
  abstract Stream<Letter> next(List<Letter> underWay);

  /** Adds letters. Equal where the same can arrive, however it came about. */
  List<Letter> with(List<Letter> underWay, Stream<Letter> more) {
    return Stream.concat(underWay.stream(), more).sorted(sorting).toList();
  }

  /** Takes out one that can arrive now. */
  List<Letter> without(List<Letter> underWay, Letter letter) {
    var index = underWay.indexOf(letter);
    return Stream.concat(underWay.subList(0, index).stream(), underWay.stream().skip(index + 1L))
        .toList();
  }
}
