package dev.quadrille.handling;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Figures that are looked up now and then and shown as gauges, so that a scrape asks nobody
 * anything. Not a number while nobody knows.
 *
 * @param <K> what tells them apart
 */
public final class Figures<K> {
  private final Supplier<Map<K, Long>> source;
  private volatile @Nullable Map<K, Long> found;

  /**
   * @param source looks them up; a figure that it leaves out is 0
   */
  public Figures(Supplier<Map<K, Long>> source) {
    this.source = source;
  }

  /**
   * Shows one of them.
   *
   * @param tags names and values by turns, from closed sets
   */
  public void show(MeterRegistry meters, String name, String description, K key, String... tags) {
    Gauge.builder(name, this, figures -> figures.of(key))
        .description(description)
        .tags(tags)
        .register(meters);
  }

  /**
   * Looks all of them up.
   *
   * @throws RuntimeException what the source throws; nobody knows the figures then
   */
  public void look() {
    try {
      found = source.get();
    } catch (RuntimeException e) {
      found = null;
      throw e;
    }
  }

  private double of(K key) {
    var known = found;
    return known == null ? Double.NaN : known.getOrDefault(key, 0L);
  }
}
