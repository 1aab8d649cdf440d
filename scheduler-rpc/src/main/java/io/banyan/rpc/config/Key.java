package io.banyan.rpc.config;

import java.util.ArrayList;
import java.util.List;

/**
 * One configuration key of a daemon, with its complete description: help, documents and error messages are made from
 * it.
 *
 * @param name as in {@code log.level}: {@code level} in the section {@code log} of the file
 * @param type of its values
 * @param fallback the default value
 * @param fallbackWords the default in the notation of the file; empty for none
 * @param meaning one or more sentences for an administrator
 * @param options the options of {@code banyan start} for the key; the first is its name in documents
 * @param sample another value than the default, in the notation of the file
 * @param reloads whether it can change while the daemon runs
 * @param inherited whether the children that a daemon starts get the same value
 * @param <T> of its values
 */
public record Key<T>(
        String name,
        ValueType<T> type,
        T fallback,
        List<String> fallbackWords,
        String meaning,
        List<String> options,
        List<String> sample,
        boolean reloads,
        boolean inherited) {
    /** Copies the lists. */
    public Key {
        fallbackWords = List.copyOf(fallbackWords);
        options = List.copyOf(options);
        sample = List.copyOf(sample);
    }

    /** A key that is set once at the start, by the file only. */
    public static <T> Key<T> of(String name, ValueType<T> type, T fallback, String meaning) {
        List<String> words = type.writing().apply(fallback);
        return new Key<>(name, type, fallback, words, meaning, List.of(), List.of(), false, false);
    }

    /** Creates a key whose default is given as text. */
    public static <T> Key<T> written(String name, ValueType<T> type, String fallback, String meaning) {
        List<String> words = List.of(fallback);
        T value = type.reading().apply(words);
        return new Key<>(name, type, value, words, meaning, List.of(), List.of(), false, false);
    }

    /** Returns the key with command-line options. */
    public Key<T> option(String... names) {
        return new Key<>(name, type, fallback, fallbackWords, meaning, List.of(names), sample, reloads, inherited);
    }

    /** Returns the key with an example value for documents and tests. */
    public Key<T> sample(String... words) {
        return new Key<>(name, type, fallback, fallbackWords, meaning, options, List.of(words), reloads, inherited);
    }

    /** Returns the key as one that can change while the daemon runs. */
    public Key<T> reloaded() {
        return new Key<>(name, type, fallback, fallbackWords, meaning, options, sample, true, inherited);
    }

    /** Returns the key as one whose value is passed on to the children that the daemon starts. */
    public Key<T> passedOn() {
        return new Key<>(name, type, fallback, fallbackWords, meaning, options, sample, reloads, true);
    }

    /** The sections in which it stands, the outermost first. */
    List<String> sections() {
        List<String> parts = new ArrayList<>(List.of(name.split("\\.", -1)));
        parts.removeLast();
        return parts;
    }

    /** The name of the key within its section. */
    String lastName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * The value of these words.
     *
     * @throws IllegalArgumentException in one sentence that does not name the key
     */
    T read(List<String> words) {
        if (!type.isSeveral() && words.size() != 1) {
            throw new IllegalArgumentException("expected one " + type.label() + ", found a list of " + words.size());
        }
        return type.reading().apply(words);
    }
}
