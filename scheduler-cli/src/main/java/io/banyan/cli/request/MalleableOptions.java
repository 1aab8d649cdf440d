package io.banyan.cli.request;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** With how much a job can run, and how it is asked to go on with more or less. */
public final class MalleableOptions {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})(?::([0-9]{1,9}))?");
    private static final String OPTION = "--malleable";

    @Option(
            names = OPTION,
            paramLabel = "MIN-MAX[:UNIT]",
            description = "Run COMMAND as one process on this range of core slots; it can be asked to use more or "
                    + "fewer.")
    private @Nullable String range;

    @Option(
            names = "--rescale-signal",
            paramLabel = "SIGNAL",
            description = "With --malleable: signal that notifies the process of a proposal, such as USR1. It "
                    + "answers with a file.")
    private @Nullable String signal;

    @Option(
            names = "--rescale-command",
            paramLabel = "COMMAND",
            description = "With --malleable: shell command that answers a proposal. Status 0 accepts.")
    private @Nullable String command;

    @Option(
            names = "--times",
            split = ",",
            paramLabel = "SLOTS=SECONDS",
            description = "With --malleable: total run time with this number of slots. Other values are "
                    + "interpolated linearly. The elastic policy benefit uses them.")
    private @Nullable Map<Long, Double> times;

    @Option(
            names = "--rescale-time",
            paramLabel = "SECONDS",
            description = "With --times: time that a rescale takes (default: measured).")
    private @Nullable Double rescaleTime;

    boolean isGiven() {
        return range != null;
    }

    /** Whether one of those that go with it is there, and it is not. */
    boolean isIncomplete() {
        boolean isAny = signal != null || command != null || times != null || rescaleTime != null;
        return range == null && isAny;
    }

    /** Returns a jobspec with these options. */
    Jobspec applied(Jobspec jobspec) {
        Jobspec applied = jobspec;
        for (Map.Entry<String, Object> said : attributes().entrySet()) {
            applied = applied.with(said.getKey(), said.getValue());
        }
        return applied;
    }

    /** The attribute of the jobspec; empty where the option is not given. */
    private Map<String, Object> attributes() {
        if (range == null) {
            return Map.of();
        }
        Map<String, Object> said = bounds(range);
        if (signal != null) {
            said.put("signal", signal);
        }
        if (command != null && command.isBlank()) {
            throw new IllegalArgumentException("--rescale-command is empty");
        }
        if (command != null) {
            said.put("rescale", List.of("/bin/sh", "-c", command));
        }
        if (times != null) {
            Map<String, Object> bySlots = new TreeMap<>();
            times.forEach((slots, sec) -> bySlots.put(String.valueOf(slots), sec));
            said.put("times", bySlots);
        }
        if (rescaleTime != null) {
            said.put("rescale-time", rescaleTime);
        }
        return Map.of(Malleability.KEY, said);
    }

    /**
     * The attribute for bounds such as {@code 2-8} or {@code 2-8:2}.
     *
     * @throws IllegalArgumentException where they are none
     */
    public static Map<String, Object> bounds(String range) {
        Matcher found = RANGE.matcher(range);
        if (!found.matches()) {
            throw new IllegalArgumentException(
                    OPTION + " must be a range such as 2-8, or 2-8:2 for steps of two, found '" + range + "'");
        }
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("min", Long.parseLong(found.group(1)));
        said.put("max", Long.parseLong(found.group(2)));
        if (found.group(3) != null) {
            said.put("unit", Long.parseLong(found.group(3)));
        }
        return said;
    }
}
