package io.banyan.jobspec;

import io.banyan.rset.IdSet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a job that is submitted may start, and until when it must have ended: {@code attributes.system.dependencies}
 * (RFC 26; {@code begin-time} is such a scheme, and {@code afterstart} another name of {@code after}, as in Flux), and
 * {@code attributes.system.banyan.deadline} and {@code .reservation}. Both times in a jobspec are seconds since the
 * epoch, with or without a fraction.
 *
 * @param dependencies the jobs that must have started or ended; all of these must hold
 * @param beginMillis before when it does not start, in milliseconds since the epoch
 * @param deadlineSec when it must have ended, in seconds since the epoch
 * @param reservation the name of the advance reservation in which it is to run; empty for one that runs beside all
 *     reservations
 * @param preemptible whether it may be stopped for a more urgent one; empty where it does not say
 * @param checkpoint the times for a checkpoint; empty for a job that starts from the beginning after a stop
 * @param untilDeadline whether it may go on after its booked time, until its deadline, while no other job has booked
 *     its resources; empty where it does not say
 */
public record Conditions(
        List<Dependency> dependencies,
        OptionalLong beginMillis,
        OptionalLong deadlineSec,
        Optional<String> reservation,
        Optional<Boolean> preemptible,
        Optional<CheckpointTimes> checkpoint,
        Optional<Boolean> untilDeadline) {
    /** The most jobs that one job can depend on. */
    public static final int MOST_JOBS = 10_000;

    private static final String DEPENDENCIES = "dependencies";
    private static final String BEGIN_TIME = "begin-time";
    private static final String AFTER_START = "afterstart";
    private static final String ANY = "any";
    private static final long LAST_SEC = Attributes.MAX_DURATION_SEC;
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,16}([.][0-9]{0,20})?");
    private static final Conditions NONE = new Conditions(
            List.of(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Checks how many jobs are named. */
    public Conditions {
        dependencies = List.copyOf(dependencies);
        long jobs = dependencies.stream().mapToLong(it -> it.jobs().size()).sum();
        if (jobs > MOST_JOBS) {
            throw new IllegalArgumentException(
                    "a job can depend on at most " + MOST_JOBS + " other jobs, found " + jobs);
        }
    }

    /** Whether it waits for all jobs of its name and owner that were submitted before. */
    public boolean isSingleton() {
        return !dependencies.isEmpty()
                && dependencies.stream().anyMatch(it -> it.scheme() == Dependency.Scheme.SINGLETON);
    }

    /** Whether there is nothing to wait for. */
    public boolean isImmediate() {
        return dependencies.isEmpty() && beginMillis.isEmpty();
    }

    /** Returns these conditions for a job that may start at once. */
    public Conditions withoutBegin() {
        return new Conditions(
                dependencies, OptionalLong.empty(), deadlineSec, reservation, preemptible, checkpoint, untilDeadline);
    }

    /**
     * Returns the conditions of a jobspec. O(their number).
     *
     * @throws IllegalArgumentException where something is said there that is not known
     */
    public static Conditions of(Jobspec jobspec) {
        Map<String, @Nullable Object> system = jobspec.attributes().system();
        Object own = system.get(Extensions.KEY);
        Object deadline = own instanceof Map<?, ?> said ? said.get(Extensions.DEADLINE) : null;
        Object name = own instanceof Map<?, ?> said ? said.get(Extensions.RESERVATION) : null;
        Object preemptible = own instanceof Map<?, ?> said ? said.get(Extensions.PREEMPTIBLE) : null;
        Object checkpoint = own instanceof Map<?, ?> said ? said.get(Extensions.CHECKPOINT) : null;
        Object end = own instanceof Map<?, ?> said ? said.get(Extensions.END) : null;
        Object others = system.get(DEPENDENCIES);
        if (deadline == null
                && others == null
                && name == null
                && preemptible == null
                && checkpoint == null
                && end == null) {
            return NONE;
        }
        OptionalLong deadlineSec = deadline == null
                ? OptionalLong.empty()
                : OptionalLong.of(seconds(Extensions.DEADLINE, deadline)
                        .setScale(0, RoundingMode.FLOOR)
                        .longValueExact());
        List<Dependency> dependencies = new ArrayList<>();
        OptionalLong begin = OptionalLong.empty();
        for (Map<?, ?> said : listed(others)) {
            String scheme = String.valueOf(said.get("scheme"));
            if (scheme.equals(BEGIN_TIME)) {
                long at = seconds(BEGIN_TIME, said.get("value"))
                        .movePointRight(3)
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact();
                begin = OptionalLong.of(Math.max(at, begin.orElse(at)));
            } else {
                dependencies.add(dependency(scheme, said));
            }
        }
        return new Conditions(
                dependencies,
                begin,
                deadlineSec,
                reservation(name),
                flag(preemptible),
                CheckpointTimes.of(checkpoint),
                untilDeadline(end, deadlineSec));
    }

    private static Optional<Boolean> flag(@Nullable Object said) {
        if (said != null && !(said instanceof Boolean)) {
            throw new IllegalArgumentException("'" + Extensions.PREEMPTIBLE + "' must be true or false, found " + said);
        }
        return Optional.ofNullable((Boolean) said);
    }

    private static Optional<Boolean> untilDeadline(@Nullable Object end, OptionalLong deadlineSec) {
        if (end == null) {
            return Optional.empty();
        }
        if (!end.equals(Extensions.DEADLINE) && !end.equals(Extensions.BOOKING)) {
            throw new IllegalArgumentException(
                    "'" + Extensions.END + "' must be 'booking' or 'deadline', found " + end);
        }
        if (deadlineSec.isEmpty()) {
            throw new IllegalArgumentException("'" + Extensions.END + "' requires a deadline");
        }
        return Optional.of(end.equals(Extensions.DEADLINE));
    }

    private static Optional<String> reservation(@Nullable Object name) {
        if (name != null && !(name instanceof String)) {
            throw new IllegalArgumentException(
                    "'" + Extensions.RESERVATION + "' must be the name of a reservation, found " + name);
        }
        return Optional.ofNullable((String) name);
    }

    private static List<Map<?, ?>> listed(@Nullable Object others) {
        if (others == null) {
            return List.of();
        }
        List<Map<?, ?>> maps = new ArrayList<>();
        if (others instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> map && map.get("scheme") instanceof String) {
                    maps.add(map);
                } else {
                    throw new IllegalArgumentException("each of '" + DEPENDENCIES
                            + "' must be a mapping with a scheme and a value, found " + each);
                }
            }
            return maps;
        }
        throw new IllegalArgumentException("'" + DEPENDENCIES + "' must be a list, found " + others);
    }

    private static Dependency dependency(String scheme, Map<?, ?> said) {
        Dependency.Scheme known = scheme(scheme);
        Object value = said.get("value");
        if (known == Dependency.Scheme.SINGLETON) {
            return new Dependency(known, IdSet.empty());
        }
        boolean isNumber = value instanceof String || value instanceof Integer || value instanceof Long;
        if (!isNumber) {
            throw new IllegalArgumentException(
                    "the value of '" + scheme + "' must be the number of a job, or those of several, found " + value);
        }
        return new Dependency(known, IdSet.parse(String.valueOf(value)), isAny(scheme, said.get(ANY)));
    }

    private static Dependency.Scheme scheme(String word) {
        String wanted = word.equals(AFTER_START) ? Dependency.Scheme.AFTER.word() : word;
        return Arrays.stream(Dependency.Scheme.values())
                .filter(it -> it.word().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no dependency scheme '" + word
                        + "'; expected one of "
                        + String.join(
                                ", ",
                                Stream.concat(Dependency.Scheme.words().stream(), Stream.of(BEGIN_TIME))
                                        .toList())));
    }

    /** In a jobspec it can be a text too, since it is one where it comes from a command line. */
    private static boolean isAny(String scheme, @Nullable Object said) {
        String text = said == null ? "false" : String.valueOf(said);
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(
                    "'" + ANY + "' of '" + scheme + "' must be true or false, found " + said);
        }
        return text.equals("true");
    }

    private static BigDecimal seconds(String what, @Nullable Object value) {
        // A number can be written with an exponent.
        String text = value instanceof Double number && number >= 0 && number <= LAST_SEC
                ? BigDecimal.valueOf(number).toPlainString()
                : String.valueOf(value);
        if (SECONDS.matcher(text).matches() && new BigDecimal(text).longValue() <= LAST_SEC) {
            return new BigDecimal(text);
        }
        throw new IllegalArgumentException("'" + what + "' must be a time in seconds since the epoch, found " + value);
    }
}
