package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The variables of the shell in which a command was called. Those whose value is not valid UTF-8 are known by name
 * only.
 */
final class ShellEnvironment {
    /**
     * The system property in which the launcher keeps the user's LC_ALL where it runs Java with another; empty where
     * the user has none.
     */
    static final String OWN_LOCALE = "banyan.lc-all";

    private static final String LOCALE = "LC_ALL";

    private final SortedSet<String> undecodable = new TreeSet<>();
    private final Map<String, String> decoded = new TreeMap<>();

    /**
     * The environment of a process that the launcher started with this {@link #OWN_LOCALE}; null where it left LC_ALL
     * alone.
     */
    ShellEnvironment(Map<String, String> ofProcess, @Nullable String ownLocale) {
        ofProcess.forEach((name, value) -> {
            if (Texts.isDecoded(value)) {
                decoded.put(name, value);
            } else {
                undecodable.add(name);
            }
        });
        if (ownLocale != null) {
            undecodable.remove(LOCALE);
            decoded.remove(LOCALE);
            Optional.of(ownLocale).filter(it -> !it.isEmpty()).ifPresent(it -> decoded.put(LOCALE, it));
        }
    }

    static ShellEnvironment ofThisProcess() {
        return new ShellEnvironment(System.getenv(), System.getProperty(OWN_LOCALE));
    }

    /** The variables whose values are known. */
    Map<String, String> decoded() {
        return decoded;
    }

    /** The names of the variables whose values are not valid UTF-8. */
    SortedSet<String> undecodable() {
        return undecodable;
    }

    /**
     * The value of a variable that an option names; empty where it is not set.
     *
     * @throws CommandFailure where it is not valid UTF-8
     */
    Optional<String> get(String option, String name) {
        if (undecodable.contains(name)) {
            throw CommandFailure.wrongUse(option + " names " + name + ", whose value is not valid UTF-8");
        }
        return Optional.ofNullable(decoded.get(name));
    }
}
