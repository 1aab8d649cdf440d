package io.banyan.sim.program;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of programs and of their execution. The paper of Linnert, De Rose and Heiss describes the programs
 * without numbers; the numbers here are ours.
 */
public final class ProgramSettings {
    /** The unit that the leak mappings hand out: {@code node} or {@code core}. */
    public static final String UNIT = "unit";

    /** The end of a booked job: {@code booking} or {@code deadline}. */
    public static final String END = "end";

    /** The place of threads: {@code anywhere} or the {@code node} of their process. */
    public static final String THREADS = "threads";

    /** The process that forks others at the beginning of the first two types: {@code first} or {@code any}. */
    public static final String PARENT = "parent";

    /** The speed of processes of a job that share a node: {@code preempted}, or on {@code cores} of their own. */
    public static final String SHARED = "shared";

    /** The level of the network: messages are {@code flows}, or each of the {@code messages} passes its links. */
    public static final String TRAFFIC = "traffic";

    /** The order in which processes take booked nodes: that of the mapping, or one found by {@code exchange}. */
    public static final String PLACEMENT = "placement";

    private static final String PROFILE_ERROR = "profile-error";

    /** The parameters that the first campaigns did not have. */
    private static final Set<String> LATER = Set.of(PROFILE_ERROR, PLACEMENT);

    private static final Map<String, List<String>> WORDS = Map.of(
            PLACEMENT,
            List.of("order", "exchange"),
            TRAFFIC,
            List.of("flows", "messages"),
            SHARED,
            List.of("preempted", "cores"),
            UNIT,
            List.of("node", "core"),
            END,
            List.of("booking", "deadline"),
            THREADS,
            List.of("anywhere", "node"),
            PARENT,
            List.of("first", "any"));

    /** The usual value of each parameter. */
    private static final Map<String, String> USUAL = usual();

    private final Map<String, String> values;

    private ProgramSettings(Map<String, String> values) {
        this.values = values;
    }

    private static Map<String, String> usual() {
        Map<String, String> usual = new LinkedHashMap<>();
        usual.put(UNIT, "core");
        usual.put(END, "booking");
        usual.put(THREADS, "anywhere");
        usual.put(PARENT, "first");
        usual.put(SHARED, "preempted");
        usual.put("cores", "4");
        usual.put("entries", "4");
        usual.put("supersteps", "10");
        usual.put("phases", "10");
        usual.put("scatter-share", "0.04");
        usual.put("bsp-share", "0.30");
        usual.put("fem-share", "0.15");
        usual.put("adaptive-share", "0.20");
        usual.put("asynchronous-hops", "0.30");
        usual.put("synchronous-hops", "0.80");
        usual.put(TRAFFIC, "flows");
        usual.put("latency-share", "0.10");
        usual.put(PROFILE_ERROR, "0");
        usual.put(PLACEMENT, "order");
        return usual;
    }

    /** The usual values. */
    public static ProgramSettings defaults() {
        return new ProgramSettings(USUAL);
    }

    /**
     * These settings with another value, written {@code unit=core}.
     *
     * @throws IllegalArgumentException with one sentence, if there is no such parameter or value
     */
    public ProgramSettings with(String setting) {
        int sign = setting.indexOf('=');
        String name = sign < 0 ? setting : setting.substring(0, sign);
        String value = setting.substring(sign + 1);
        if (sign < 0 || !values.containsKey(name)) {
            throw new IllegalArgumentException(
                    "expected one of " + String.join("=, ", values.keySet()) + "=, found '" + setting + "'");
        }
        check(name, value);
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(name, isShare(name) ? plain(name, value) : value);
        return new ProgramSettings(changed);
    }

    private static void check(String name, String value) {
        List<String> words = WORDS.getOrDefault(name, List.of());
        if (!words.isEmpty() && !words.contains(value)) {
            throw new IllegalArgumentException(
                    name + " must be one of " + String.join(", ", words) + ", found '" + value + "'");
        }
        if (isShare(name) && !value.matches("0\\.\\d{1,6}|0|1")) {
            throw new IllegalArgumentException(
                    name + " must be a number from 0 to 1 such as 0.25, found '" + value + "'");
        }
        if (words.isEmpty() && !isShare(name) && !value.matches("[1-9]\\d{0,2}")) {
            throw new IllegalArgumentException(name + " must be a number from 1 to 999, found '" + value + "'");
        }
    }

    private static boolean isShare(String name) {
        return name.endsWith("-share") || name.endsWith("-hops") || name.equals(PROFILE_ERROR);
    }

    /** A number in one form: that of the usual value if it is equal, and otherwise without zeros at its end. */
    private static String plain(String name, String value) {
        var number = new BigDecimal(value);
        String usual = USUAL.getOrDefault(name, "");
        return number.compareTo(new BigDecimal(usual)) == 0
                ? usual
                : number.stripTrailingZeros().toPlainString();
    }

    /** All parameters with their values, in a fixed order. */
    public Map<String, String> values() {
        return Collections.unmodifiableMap(values);
    }

    /**
     * The parameters as one line, such as {@code unit=node end=booking ...}. Those that came later are left out where
     * they have their usual values, so that the files of earlier campaigns keep their first line.
     */
    public String line() {
        List<String> words = new ArrayList<>();
        values.forEach((name, value) -> {
            if (!LATER.contains(name) || !value.equals(USUAL.get(name))) {
                words.add(name + "=" + value);
            }
        });
        return String.join(" ", words);
    }

    /** Whether a parameter has this word as its value. */
    public boolean is(String name, String word) {
        if (!WORDS.getOrDefault(name, List.of()).contains(word)) {
            throw new IllegalArgumentException("there is no " + name + "=" + word);
        }
        return word.equals(values.get(name));
    }

    /** The processes that run on a node without sharing a core: the cores if jobs get cores, and otherwise 1. */
    public int slotsPerNode() {
        return is(UNIT, "core") ? number("cores") : 1;
    }

    /** The processes of a job that run on one slot at full speed. */
    public int coresPerSlot() {
        return is(UNIT, "node") && is(SHARED, "cores") ? number("cores") : 1;
    }

    /** The number of entry nodes of the leak mappings. */
    public int entries() {
        return number("entries");
    }

    /** The part of the time of messages that grows with their distance; the rest grows with the load of the links. */
    public double hopsShare(Communication communication) {
        return share(communication.word() + "-hops");
    }

    /** The latency of a hop as a part of the transmission time of a message. */
    public double latencyShare() {
        return share("latency-share");
    }

    /** The largest relative error of declared profiles. */
    public double profileError() {
        return share(PROFILE_ERROR);
    }

    int number(String name) {
        return Integer.parseInt(value(name));
    }

    double share(String name) {
        return Double.parseDouble(value(name));
    }

    private String value(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no parameter '" + name + "'");
        }
        return value;
    }

    @Override
    public String toString() {
        return line();
    }
}
