package dev.quadrille.testkit.explorer;

import java.util.List;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/**
 * Something that a person or a clock asks of a dancer.
 *
 * @param name a short sentence: {@code customer cancels}
 * @param action does it, and returns what there is to tell; changes nothing where it is refused
 */
public record Command(String name, Supplier<? extends List<? extends SpecificRecord>> action) {}
