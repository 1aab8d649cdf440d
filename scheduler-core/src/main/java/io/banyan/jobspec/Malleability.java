package io.banyan.jobspec;

import io.banyan.document.Nearest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of slots with which a job can run, and to which it can be rescaled: {@code attributes.system.malleable}.
 * It requests one slot, at the top of its resources, and gets {@code min}, {@code min + unit} and so on up to {@code
 * max} of it, whichever count the slot has there.
 *
 * @param min the fewest slots, 1 or more
 * @param max the most slots
 * @param unit the step of the number of slots; {@code max - min} is a multiple of it
 * @param rescale the command that is asked whether the job takes another number of slots; empty if it is notified in
 *     another way
 * @param signal the signal that notifies the job's first process of a proposal; empty for none
 * @param pace its speed; empty if the jobspec does not state it
 */
public record Malleability(
        long min, long max, long unit, List<String> rescale, Optional<String> signal, Optional<Pace> pace) {
    /** The key among the system attributes. */
    public static final String KEY = "malleable";

    private static final List<String> KEYS =
            List.of("min", "max", "unit", "rescale", "signal", Pace.TIMES, Pace.RESCALE_TIME);
    private static final Pattern SIGNAL = Pattern.compile("USR1|USR2|HUP|WINCH|CONT|ALRM");

    /** Checks the numbers. */
    public Malleability {
        rescale = List.copyOf(rescale);
        if (min < 1 || max < min || max > Count.UNBOUNDED) {
            throw new IllegalArgumentException(
                    "a malleable job must have a min of 1 or more, and a max that is not less than min, found min "
                            + min + " and max " + max);
        }
        if (unit < 1 || (max - min) % unit != 0) {
            throw new IllegalArgumentException(
                    "the max of a malleable job must be reachable from its min in steps of its unit, found min " + min
                            + ", max " + max + " and unit " + unit);
        }
        if (!rescale.isEmpty() && signal.isPresent()) {
            throw new IllegalArgumentException(
                    "a malleable job can be notified by 'rescale' or by 'signal', not by both");
        }
    }

    /**
     * That of a jobspec; empty where it is not malleable. O(its keys).
     *
     * @throws IllegalArgumentException where something is said there that is not known, or its resources are not one
     *     slot
     */
    public static Optional<Malleability> of(Jobspec jobspec) {
        @Nullable Object value = jobspec.attributes().system().get(KEY);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof Map<?, ?> said)) {
            throw new IllegalArgumentException(
                    "'" + KEY + "' must be a mapping of " + String.join(", ", KEYS) + ", found " + value);
        }
        for (Object key : said.keySet()) {
            if (!KEYS.contains(String.valueOf(key))) {
                throw new IllegalArgumentException("unknown key '" + key + "' in '" + KEY + "', expected one of "
                        + String.join(", ", KEYS)
                        + Nearest.of(String.valueOf(key), KEYS)
                                .map(near -> "\nMaybe '" + near + "' is meant.")
                                .orElse(""));
            }
        }
        requireOneSlot(jobspec.resources());
        long unit = said.containsKey("unit") ? number(said, "unit") : 1;
        return Optional.of(new Malleability(
                number(said, "min"),
                number(said, "max"),
                unit,
                words(said.get("rescale")),
                signal(said),
                Pace.of(said)));
    }

    private static long number(Map<?, ?> said, String key) {
        Object value = said.get(key);
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        throw new IllegalArgumentException("'" + key + "' of '" + KEY + "' must be a number, found " + value);
    }

    private static List<String> words(@Nullable Object said) {
        if (said == null) {
            return List.of();
        }
        if (said instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String::valueOf).toList();
        }
        throw new IllegalArgumentException(
                "'rescale' of '" + KEY + "' must be a list of a program and its arguments, found " + said);
    }

    private static Optional<String> signal(Map<?, ?> said) {
        Object value = said.get("signal");
        if (value == null) {
            return Optional.empty();
        }
        String name =
                String.valueOf(value).startsWith("SIG") ? String.valueOf(value).substring(3) : String.valueOf(value);
        if (!SIGNAL.matcher(name).matches()) {
            throw new IllegalArgumentException("'signal' of '" + KEY + "' must be one of "
                    + SIGNAL.pattern().replace("|", ", ") + ", found " + value);
        }
        return Optional.of(name);
    }

    /** Requires that the contents of one slot are fixed: a certain amount of each type. */
    private static void requireOneSlot(List<Resource> resources) {
        Resource slot = resources.getFirst();
        boolean isOne = resources.size() == 1
                && slot.isSlot()
                && !slot.isXorSlot()
                && !slot.with().isEmpty();
        if (!isOne) {
            throw new IllegalArgumentException(
                    "a malleable job must request one slot at the top of its resources; the number of slots can change");
        }
        Set<String> types = new HashSet<>();
        for (Resource each : slot.with()) {
            if (each.isSlot()
                    || !each.count().isExact()
                    || !types.add(each.type().name())) {
                throw new IllegalArgumentException(
                        "a slot of a malleable job must have a fixed amount of each resource type, and each type only once");
            }
        }
    }

    /** The jobspec with as many slots as there are, from the fewest to the most. */
    public Jobspec in(Jobspec jobspec) {
        Count count = min == max ? Count.exactly(min) : new Count(min, max, Count.Operator.ADD, unit);
        return jobspec.withSlots(count);
    }

    /** Why a job cannot run with so many slots; empty where it can. */
    public Optional<String> obstacle(long slots) {
        boolean fits = slots >= min && slots <= max && (slots - min) % unit == 0;
        String steps = unit == 1 ? "" : " in steps of " + unit;
        return fits ? Optional.empty() : Optional.of("it runs with " + min + " to " + max + " slots" + steps);
    }
}
