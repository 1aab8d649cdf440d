package io.banyan.cli.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values of options of Slurm as words of Banyan. Each throws an IllegalArgumentException with one sentence where a
 * value has no meaning here.
 */
final class SlurmValues {
    private static final Pattern GPU = Pattern.compile("gpu(?::([0-9]{1,9}))?");
    private static final Pattern NOW = Pattern.compile("now(?:\\+([0-9]{1,9})([a-z]*))?");
    private static final Map<String, String> UNITS = Map.of(
            "", "s", "second", "s", "seconds", "s", "minute", "m", "minutes", "m", "hour", "h", "hours", "h", "day",
            "d", "days", "d");
    private static final Pattern PLACEHOLDER = Pattern.compile("%([0-9]*)(.)");
    private static final Set<String> MPI = Set.of("none", "pmi2");
    private static final Pattern OTHER_INPUT = Pattern.compile("[0-9]+|all|none");

    private SlurmValues() {}

    static List<String> gpus(String value) {
        return number("--gpus", withoutType(value));
    }

    static List<String> gpusPerNode(String value) {
        return number("--gpus-per-node", withoutType(value));
    }

    static List<String> gpusPerTask(String value) {
        return number("--gpus-per-task", withoutType(value));
    }

    /** No GPUs are the default. */
    private static List<String> number(String option, String value) {
        return value.equals("0") ? List.of() : List.of(option + "=" + value);
    }

    private static String withoutType(String value) {
        if (value.indexOf(':') >= 0 || value.indexOf(',') >= 0) {
            throw new IllegalArgumentException(
                    "expected a number (a property of the nodes, -C, selects a type of GPU), found '" + value + "'");
        }
        return value;
    }

    static List<String> gres(String value) {
        Matcher gpu = GPU.matcher(value);
        if (value.equals("none")) {
            return List.of();
        }
        if (!gpu.matches()) {
            throw new IllegalArgumentException(
                    "expected gpu:N (a property of the nodes, -C, selects a type of GPU), found '" + value + "'");
        }
        return number("--gpus-per-node", gpu.group(1) == null ? "1" : gpu.group(1));
    }

    /** Slurm's pmi2 serves PMI-1 as well, as the daemon does. PMIx is another protocol. */
    static List<String> mpi(String value) {
        if (!MPI.contains(value)) {
            throw new IllegalArgumentException("only PMI-1 is served (--mpi=none or pmi2), found '" + value
                    + "'; start programs of Open MPI with mpirun");
        }
        return List.of();
    }

    static List<String> exclusive(String value) {
        if (!value.isEmpty()) {
            throw new IllegalArgumentException("expected no value, found '" + value + "'");
        }
        return List.of("--exclusive");
    }

    static List<String> partition(String value) {
        if (value.indexOf(',') >= 0) {
            throw new IllegalArgumentException("a job can be in only one queue, found '" + value + "'");
        }
        return List.of("--queue=" + value);
    }

    static List<String> begin(String value) {
        return moment("--begin", value);
    }

    static List<String> deadline(String value) {
        return moment("--deadline", value);
    }

    private static List<String> moment(String option, String value) {
        Matcher now = NOW.matcher(value);
        if (!now.matches()) {
            return List.of(option + "=" + value);
        }
        if (now.group(1) == null) {
            return List.of();
        }
        String unit = UNITS.get(now.group(2));
        if (unit == null) {
            throw new IllegalArgumentException(
                    "expected a number of seconds, minutes, hours or days from now, found '" + value + "'");
        }
        return List.of(option + "=" + now.group(1) + unit);
    }

    /**
     * {@code afterok:1:2,afterany:3} waits for all of these, {@code afterok:1?afterok:2} for one of them. An empty list
     * is none, as for Slurm.
     */
    static List<String> dependency(String value) {
        if (value.isBlank()) {
            return List.of();
        }
        boolean isAny = value.indexOf('?') >= 0;
        List<String> clauses = new ArrayList<>();
        for (String clause : value.split(isAny ? "\\?" : ",", -1)) {
            int colon = clause.indexOf(':');
            clauses.add(
                    colon < 0
                            ? clause
                            : clause.substring(0, colon + 1)
                                    + clause.substring(colon + 1).replace(':', ','));
        }
        if (!isAny) {
            return clauses.stream().map(clause -> "--dependency=" + clause).toList();
        }
        List<String> kinds = clauses.stream()
                .map(clause -> clause.substring(0, clause.indexOf(':') + 1))
                .distinct()
                .toList();
        if (kinds.size() != 1 || kinds.getFirst().isEmpty()) {
            throw new IllegalArgumentException(
                    "dependencies separated by '?' must all have the same type, found '" + value + "'");
        }
        String jobs = clauses.stream()
                .map(clause -> clause.substring(clause.indexOf(':') + 1))
                .collect(Collectors.joining(","));
        return List.of("--dependency=" + kinds.getFirst() + jobs + "?any=true");
    }

    /** The name of a file. Placeholders for steps and tasks stand for the first task of the batch script. */
    static List<String> file(String option, String value) {
        String name = PLACEHOLDER.matcher(value).replaceAll(found -> switch (found.group(2)) {
            case "J" -> "%" + found.group(1) + "j";
            case "n", "t" -> "0";
            case "s" -> "batch";
            default -> Matcher.quoteReplacement(found.group());
        });
        return List.of(option + "=" + name);
    }

    /** A number and the words that {@code --input} has for other things are names of files there. */
    static List<String> input(String value) {
        return List.of("--input=" + (OTHER_INPUT.matcher(value).matches() ? "./" + value : value));
    }
}
