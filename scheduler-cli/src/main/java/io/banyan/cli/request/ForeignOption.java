package io.banyan.cli.request;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * One option of the submission command of another scheduler, with its translation.
 *
 * @param names as that command has them, such as {@code -N} and {@code --nodes}
 * @param argument whether a value follows
 */
public record ForeignOption(List<String> names, Argument argument, Effect effect) {
    /** Whether an option has a value. */
    public enum Argument {
        NONE,
        REQUIRED,
        /** Required, and may be blank. */
        BLANK_OR_MORE,
        /** Only behind an equals sign. */
        OPTIONAL;

        boolean isRequired() {
            return this == REQUIRED || this == BLANK_OR_MORE;
        }
    }

    /** The effect of an option here. */
    public sealed interface Effect {
        /**
         * Options of Banyan in its place.
         *
         * @param option the name of that of Banyan, for people
         * @param note the difference, for people; empty for none
         * @param translation the words for a value, which is empty where none was given; throws an
         *     IllegalArgumentException with one sentence where a value has no meaning here
         */
        record Becomes(String option, String note, Function<String, List<String>> translation) implements Effect {}

        /**
         * Nothing, since it is so without it.
         *
         * @param why for people
         */
        record Holds(String why) implements Effect {}

        /**
         * The option has no meaning here.
         *
         * @param why the reason for people, with the alternative if there is one
         */
        record Meaningless(String why) implements Effect {}
    }

    /** Copies the list. */
    public ForeignOption {
        names = List.copyOf(names);
    }

    /** The longest of the names. */
    public String name() {
        return names.stream().max(Comparator.comparingInt(String::length)).orElseThrow();
    }
}
