package dev.quadrille.cli;

import static java.util.stream.Collectors.joining;

import dev.quadrille.cli.bench.Shape;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Shapes by their {@linkplain Shape#label() labels}. */
final class ShapeName implements ITypeConverter<Shape>, Iterable<String> {

  @Override
  public Shape convert(String label) {
    return Arrays.stream(Shape.values())
        .filter(shape -> shape.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no '%s', only %s"
                        .formatted(
                            label,
                            Arrays.stream(Shape.values())
                                .map(Shape::label)
                                .collect(joining(", ")))));
  }

  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(Shape.values()).map(Shape::label).iterator();
  }
}
