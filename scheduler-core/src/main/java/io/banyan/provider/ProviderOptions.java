package io.banyan.provider;

import io.banyan.resource.Numeral;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of one provider, which are checked when they are read. Each method throws an IllegalArgumentException
 * with one sentence if the option is invalid.
 *
 * @param name name of the provider, for messages
 * @param values values by key
 */
public record ProviderOptions(String name, Map<String, String> values) {
    /** The key of the value that follows the kind, as in {@code exec=./provider.sh}. */
    public static final String MAIN = "path";

    /** The separator of the words of a list; the comma separates options. */
    private static final String AND = "\\+";

    /** Copies the options, in their order. */
    public ProviderOptions {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Refuses every option except these. */
    public ProviderOptions requireOnly(List<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("The provider '" + name + "' has no option '" + key
                        + "'; its options are " + String.join(", ", known) + ".");
            }
        }
        return this;
    }

    /** The main option as a file. */
    public Path path() {
        String path = values.get(MAIN);
        if (path == null || path.isBlank()) {
            throw new IllegalArgumentException("The provider '" + name + "' requires a path.");
        }
        return Path.of(path).toAbsolutePath();
    }

    /** Returns the text of an option, if it is there. */
    public Optional<String> text(String key) {
        String text = values.get(key);
        if (text != null && text.isBlank()) {
            throw new IllegalArgumentException("The option '" + key + "' of the provider '" + name + "' is empty.");
        }
        return Optional.ofNullable(text);
    }

    /** The words of an option, joined by {@code +}, each of them once; none if the option is missing. */
    public List<String> words(String key) {
        List<String> words =
                text(key).map(text -> Arrays.asList(text.split(AND, -1))).orElse(List.of());
        Set<String> different = new HashSet<>();
        for (String word : words) {
            if (!different.add(word)) {
                throw new IllegalArgumentException(
                        "The option '" + key + "' of the provider '" + name + "' names '" + word + "' twice.");
            }
        }
        return words;
    }

    /** The value of an option that must be one of these words. */
    public String choice(String key, String otherwise, List<String> known) {
        String word = text(key).orElse(otherwise);
        if (!known.contains(word)) {
            throw new IllegalArgumentException("The option '" + key + "' of the provider '" + name + "' must be "
                    + String.join(" or ", known) + ", not '" + word + "'.");
        }
        return word;
    }

    /** A whole number from 0. */
    public long number(String key, long otherwise, long most) {
        return number(key, otherwise, 0, most);
    }

    /** A whole number of this range. */
    public long number(String key, long otherwise, long least, long most) {
        String text = values.get(key);
        if (text == null) {
            return otherwise;
        }
        String wrong = "The option '" + key + "' of the provider '" + name + "' must be a whole number from " + least
                + " to " + most + ", not '" + text + "'.";
        try {
            long number = Numeral.parse(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(wrong, notANumber);
        }
        throw new IllegalArgumentException(wrong);
    }
}
