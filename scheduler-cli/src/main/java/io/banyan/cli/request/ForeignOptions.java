package io.banyan.cli.request;

import io.banyan.cli.request.ForeignOption.Argument;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options of the submission command of another scheduler. One table serves the directives in scripts, the commands
 * that stand for those of that scheduler, the documentation and all messages. Words are read as getopt_long(3) does,
 * without abbreviations.
 */
public final class ForeignOptions {
    private static final String LONG = "--";

    private final String command;
    private final List<ForeignOption> all;
    private final Map<String, ForeignOption> byName = new TreeMap<>();

    ForeignOptions(String command, List<ForeignOption> all) {
        this.command = command;
        this.all = List.copyOf(all);
        for (ForeignOption option : all) {
            for (String name : option.names()) {
                if (byName.put(name, option) != null) {
                    throw new IllegalStateException("an option of " + command + " occurs twice: " + name);
                }
            }
        }
    }

    /**
     * An option on a command line.
     *
     * @param name as it was written
     * @param value empty where it has none
     */
    public record Found(ForeignOption option, String name, Optional<String> value) {
        /**
         * The sentence that refuses the option, or the value that it has here.
         *
         * @param notSupported the words that refuse the option itself
         * @param why a value is refused, or the option
         */
        public String refusal(String notSupported, String why) {
            boolean isOfValue = option.effect() instanceof ForeignOption.Effect.Becomes;
            return isOfValue ? name + ": " + why : name + " " + notSupported + ": " + why;
        }

        /**
         * The words of Banyan for it; none where it changes nothing.
         *
         * @throws IllegalArgumentException with one sentence, where it has no meaning here
         */
        public List<String> translated() {
            return switch (option.effect()) {
                case ForeignOption.Effect.Holds holds -> List.of();
                case ForeignOption.Effect.Meaningless(String why) -> throw new IllegalArgumentException(why);
                case ForeignOption.Effect.Becomes becomes -> {
                    if (option.argument() == Argument.REQUIRED
                            && value.orElse("").isBlank()) {
                        throw new IllegalArgumentException("the value is empty");
                    }
                    yield becomes.translation().apply(value.orElse(""));
                }
            };
        }
    }

    /**
     * The words of a command line.
     *
     * @param options in their order
     * @param rest the first word that is no option, and all behind it
     */
    public record Parsed(List<Found> options, List<String> rest) {}

    /** The options of srun. */
    public static ForeignOptions srun() {
        return SlurmOptions.SRUN;
    }

    /** The options of salloc. */
    public static ForeignOptions salloc() {
        return SlurmOptions.SALLOC;
    }

    /** A message in which options of Banyan have the names that they have here. O(message x options). */
    public String inOwnNames(String message) {
        String text = message;
        for (ForeignOption option : all) {
            if (option.effect() instanceof ForeignOption.Effect.Becomes becomes
                    && becomes.option().startsWith(LONG)
                    && !byName.containsKey(becomes.option())) {
                text = text.replaceAll("(?<![\\w-]|banyan submit )" + becomes.option() + "(?![\\w-])", option.name());
            }
        }
        return text;
    }

    /** The options in the order of the table. */
    public List<ForeignOption> all() {
        return all;
    }

    /**
     * Reads words up to the first that is no option.
     *
     * @throws IllegalArgumentException with one sentence, where an option is not known, or its value is missing
     */
    public Parsed parse(List<String> words) {
        List<Found> found = new ArrayList<>();
        var rest = new ArrayList<>(words);
        while (!rest.isEmpty()
                && rest.getFirst().startsWith("-")
                && rest.getFirst().length() > 1) {
            String word = rest.removeFirst();
            if (word.equals(LONG)) {
                break;
            }
            if (word.startsWith(LONG)) {
                found.add(longOption(word, rest));
            } else {
                shortOptions(word, rest, found);
            }
        }
        return new Parsed(found, rest);
    }

    private Found longOption(String word, List<String> rest) {
        int sign = word.indexOf('=');
        String name = sign < 0 ? word : word.substring(0, sign);
        ForeignOption option = known(name);
        if (sign >= 0 && option.argument() == Argument.NONE) {
            throw new IllegalArgumentException(
                    name + " does not accept a value, found '" + word.substring(sign + 1) + "'");
        }
        return new Found(option, name, value(option, name, sign < 0 ? null : word.substring(sign + 1), rest));
    }

    /** {@code -n4} as well as {@code -n 4}, and several options without values in one word. */
    private void shortOptions(String word, List<String> rest, List<Found> found) {
        for (int i = 1; i < word.length(); i++) {
            String name = "-" + word.charAt(i);
            ForeignOption option = known(name);
            if (option.argument().isRequired()) {
                String behind = word.substring(i + 1);
                found.add(new Found(option, name, value(option, name, behind.isEmpty() ? null : behind, rest)));
                return;
            }
            found.add(new Found(option, name, Optional.empty()));
        }
    }

    private static Optional<String> value(
            ForeignOption option, String name, @Nullable String given, List<String> rest) {
        if (given != null || !option.argument().isRequired()) {
            return Optional.ofNullable(given);
        }
        Iterator<String> next = rest.iterator();
        if (!next.hasNext()) {
            throw new IllegalArgumentException(name + " requires a value");
        }
        String value = next.next();
        next.remove();
        return Optional.of(value);
    }

    private ForeignOption known(String name) {
        return Optional.ofNullable(byName.get(name))
                .orElseThrow(() -> new IllegalArgumentException(command + " has no option " + name));
    }
}
