package io.banyan.rpc.execute;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The ways in which a daemon runs submitted jobs. */
public enum Execution {
    /** Jobs run as processes of the daemon's machine. */
    LOCAL,
    /** Not at all: a job takes as long as it says, and is done. For tests of the scheduler without processes. */
    MOCK;

    /**
     * That of a name.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    public static Execution parse(String name) {
        List<String> names = Stream.of(values()).map(Execution::toString).toList();
        return Stream.of(values())
                .filter(one -> one.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no execution '" + name + "'; expected one of " + String.join(", ", names)));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
