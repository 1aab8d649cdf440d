package io.banyan.rpc.config;

import io.banyan.resource.Measures;
import io.banyan.resource.Numeral;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of a configuration value: its range, and how it is written.
 *
 * @param label the placeholder of a value in help and documents, such as {@code HOST:PORT}
 * @param shape its form in YAML
 * @param reading the value of these words; throws an IllegalArgumentException with the error
 * @param writing the words of a value, which read back to it; none where there is no value
 * @param <T> of the values
 */
public record ValueType<T>(
        String label, Shape shape, Function<List<String>, T> reading, Function<T, List<String>> writing) {

    /** The shape of a value in YAML. */
    public enum Shape {
        TEXT,
        NUMBER,
        SWITCH,
        /** Words without commas, since that is how an option takes several. */
        LIST,
        /** One text or a list of them, which may have commas; an option names one, and can be repeated. */
        TEXTS
    }

    /** A value that is written as one word or text. */
    public static <T> ValueType<T> text(String label, Function<String, T> parse) {
        return new ValueType<>(
                label, Shape.TEXT, words -> parse.apply(words.getFirst()), value -> List.of(String.valueOf(value)));
    }

    /** A path; a relative one counts from where the daemon is started, and an empty one is none. */
    public static ValueType<Path> path(String label) {
        return text(label, word -> path(label, word));
    }

    private static Path path(String label, String word) {
        if (word.isBlank()) {
            throw new IllegalArgumentException(
                    "expected " + (label.equals("DIR") ? "a directory" : "a file") + ", found '" + word + "'");
        }
        return Path.of(word);
    }

    /** One of the names of an enumeration, in lower case. */
    public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        E[] all = type.getEnumConstants();
        String label = Stream.of(all).map(ValueType::lower).collect(Collectors.joining("|"));
        Function<String, E> parse = word -> Stream.of(all)
                .filter(one -> lower(one).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected " + label + ", found '" + word + "'"));
        return new ValueType<>(
                label, Shape.TEXT, words -> parse.apply(words.getFirst()), value -> List.of(lower(value)));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A whole number within these bounds. */
    public static ValueType<Integer> number(int lowest, int highest) {
        ValueType<Long> wide = longNumber(lowest, highest);
        return new ValueType<>(
                wide.label(),
                Shape.NUMBER,
                words -> Math.toIntExact(wide.reading().apply(words)),
                value -> List.of(Integer.toString(value)));
    }

    /** A whole number within these bounds. */
    public static ValueType<Long> longNumber(long lowest, long highest) {
        return new ValueType<>(
                "NUMBER",
                Shape.NUMBER,
                words -> bounded(words.getFirst(), lowest, highest),
                value -> List.of(Long.toString(value)));
    }

    private static long bounded(String word, long lowest, long highest) {
        String rule = "expected a whole number from " + lowest + " to " + highest + ", found '" + word + "'";
        try {
            long value = Numeral.parse(word);
            if (value < lowest || value > highest) {
                throw new IllegalArgumentException(rule);
            }
            return value;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(rule, e);
        }
    }

    /** Yes or no. */
    public static ValueType<Boolean> yesOrNo() {
        return new ValueType<>(
                "true|false", Shape.SWITCH, words -> bool(words.getFirst()), value -> List.of(value.toString()));
    }

    private static Boolean bool(String word) {
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("expected true or false, found '" + word + "'");
        };
    }

    /** A time with its unit, such as {@code 250ms}, {@code 5s} or {@code 1h}. */
    public static ValueType<Duration> duration(Duration lowest, Duration highest) {
        return new ValueType<>(
                "TIME",
                Shape.TEXT,
                words -> bounded(words.getFirst(), lowest, highest),
                value -> List.of(Measures.word(value)));
    }

    private static Duration bounded(String word, Duration lowest, Duration highest) {
        return Measures.duration(word)
                .filter(value -> value.compareTo(lowest) >= 0 && value.compareTo(highest) <= 0)
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected a time from " + Measures.word(lowest) + " to " + Measures.word(highest)
                                + " with its unit (" + Measures.TIME_UNITS + "), found '" + word + "'"));
    }

    /** So many bytes, with their unit, such as {@code 10MiB}. */
    public static ValueType<Long> bytes(long lowest, long highest) {
        return new ValueType<>(
                "SIZE",
                Shape.TEXT,
                words -> size(words.getFirst(), lowest, highest),
                value -> List.of(Measures.word(value)));
    }

    private static long size(String word, long lowest, long highest) {
        OptionalLong bytes = Measures.bytes(word);
        if (bytes.isPresent() && bytes.getAsLong() >= lowest && bytes.getAsLong() <= highest) {
            return bytes.getAsLong();
        }
        throw new IllegalArgumentException("expected a size from " + Measures.word(lowest) + " to "
                + Measures.word(highest) + " with its unit (" + Measures.SIZE_UNITS + "), found '" + word + "'");
    }

    /** Any number of values of one kind. */
    public static <T> ValueType<List<T>> listOf(ValueType<T> one) {
        return several(one, Shape.LIST);
    }

    /** Any number of values of one kind, whose words may have commas; one can be written without brackets. */
    public static <T> ValueType<List<T>> textsOf(ValueType<T> one) {
        return several(one, Shape.TEXTS);
    }

    private static <T> ValueType<List<T>> several(ValueType<T> one, Shape shape) {
        return new ValueType<>(
                one.label(),
                shape,
                words -> words.stream()
                        .map(word -> one.reading().apply(List.of(word)))
                        .toList(),
                values -> values.stream()
                        .flatMap(value -> one.writing().apply(value).stream())
                        .toList());
    }

    /** Whether a value can have any number of words. */
    public boolean isSeveral() {
        return shape == Shape.LIST || shape == Shape.TEXTS;
    }

    /** Returns the type with a check of the whole value, which throws an IllegalArgumentException with the fault. */
    public ValueType<T> checked(Consumer<T> check) {
        return new ValueType<>(
                label,
                shape,
                words -> {
                    T value = reading.apply(words);
                    check.accept(value);
                    return value;
                },
                writing);
    }

    /** Returns the type of an optional value. */
    public ValueType<Optional<T>> orNothing() {
        return new ValueType<>(
                label,
                shape,
                words -> Optional.of(reading.apply(words)),
                value -> value.map(writing).orElse(List.of()));
    }

    /** Returns the type with another label. */
    public ValueType<T> called(String newLabel) {
        return new ValueType<>(newLabel, shape, reading, writing);
    }
}
