package io.banyan.cli.look;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A field of a list, by the name that people give it.
 *
 * @param <E> an element of the list
 * @param <L> a line, which shows one element or several
 */
public interface ListField<E, L> {
    /** The name. Upper and lower case are the same. */
    String name();

    /** The heading of the column. */
    String heading();

    /** Whether the values end at the right edge of the column, as numbers do. */
    boolean isRight();

    /** Whether the values may be cut where a line is longer than the terminal is wide. */
    boolean canBeCut();

    /** The value of a line. */
    String text(L line);

    /** The order of the elements by this field. */
    Comparator<E> order();

    /** The field of a name. O(fields). */
    static <F extends ListField<?, ?>> Optional<F> find(List<F> fields, String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The names of fields. */
    static String names(List<? extends ListField<?, ?>> fields) {
        return fields.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }
}
