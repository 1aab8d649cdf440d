package io.banyan.workflow.batch.slurm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The notations of Slurm's output: lists of names and numbers, amounts and times. Text that has another form gives an
 * {@link IllegalArgumentException} with the text.
 */
final class SlurmText {
    /** The pattern of names that cannot be taken for an option or a list. */
    static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.@-]*";

    /** The order of the numbers of jobs. */
    static final Comparator<String> JOB_ORDER =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    /** The most names or numbers that one list may mean. */
    private static final int MOST_LISTED = 1_000_000;

    private static final Pattern WORD = Pattern.compile("(\\S+?)=(\\S*)");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?(?::([0-9]{1,9}))?");
    private static final Pattern MEMORY = Pattern.compile("\\bmem=([0-9]{1,9})(?:\\.[0-9]+)?([KMGTP]?)");
    private static final Pattern IN_BRACKETS = Pattern.compile("\\([^)]*\\)");
    private static final Pattern ACCELERATOR_COUNT = Pattern.compile("[0-9]{1,9}");
    private static final String NOTHING = "(null)";
    private static final String NOT_KNOWN = "N/A";
    private static final String UNITS = "KMGTP";
    private static final int UNIT_BITS = 10;

    private SlurmText() {}

    /** Returns whether a field has no value. */
    static boolean isNothing(String text) {
        return text.isEmpty() || text.equals(NOTHING) || text.equals(NOT_KNOWN) || text.equals("None");
    }

    /** Returns the fields {@code key=value} of a line; of several with one key, the first. */
    static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            fields.putIfAbsent(word.group(1), word.group(2));
        }
        return fields;
    }

    /** Returns the value of a field, 0 if there is none. */
    static long number(Map<String, String> fields, String key) {
        String text = fields.getOrDefault(key, "0");
        return isNothing(text) ? 0 : number(text);
    }

    private static long number(String text) {
        if (!text.matches("[0-9]{1,12}")) {
            throw new IllegalArgumentException("'" + text + "' is not a number");
        }
        return Long.parseLong(text);
    }

    /** Returns the seconds since 1970 in a field; empty if the time is not known. */
    static OptionalLong time(String text) {
        return isNothing(text) || text.equals("Unknown") || text.equals("NONE")
                ? OptionalLong.empty()
                : OptionalLong.of(number(text));
    }

    /** Returns the names in a list such as {@code n[0-3,07],login}, in its order. */
    static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        if (!isNothing(text)) {
            for (String part : parts(text)) {
                addNames(part, names);
            }
        }
        return names;
    }

    /** Splits at the commas outside of square brackets. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || (text.charAt(i) == ',' && depth == 0)) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            } else if (text.charAt(i) == '[') {
                depth++;
            } else if (text.charAt(i) == ']') {
                depth--;
            }
        }
        return parts;
    }

    private static void addNames(String part, List<String> names) {
        int open = part.indexOf('[');
        if (open < 0) {
            names.add(part);
            return;
        }
        int close = part.indexOf(']', open);
        if (close < 0) {
            throw new IllegalArgumentException("'" + part + "' is not a list of names");
        }
        for (String range : part.substring(open + 1, close).split(",", -1)) {
            MatchResult found = range(range);
            String first = found.group(1);
            for (long number : numbers(found)) {
                String digits = Long.toString(number);
                String zeros = "0".repeat(Math.max(0, first.length() - digits.length()));
                addNames(part.substring(0, open) + zeros + digits + part.substring(close + 1), names);
            }
            requireFew(names.size(), part);
        }
    }

    /** Returns the numbers in a list such as {@code 0-3,7} or {@code 0-10:2}, ascending within each range. */
    static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        if (!isNothing(text)) {
            for (String range : text.split(",", -1)) {
                numbers(range(range)).forEach(number -> numbers.add(Math.toIntExact(number)));
                requireFew(numbers.size(), text);
            }
        }
        return numbers;
    }

    private static MatchResult range(String text) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a range of numbers");
        }
        return range.toMatchResult();
    }

    private static List<Long> numbers(MatchResult range) {
        long first = Long.parseLong(range.group(1));
        long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
        long step = range.group(3) == null ? 1 : Math.max(1, Long.parseLong(range.group(3)));
        requireFew((last - first) / step, range.group());
        List<Long> numbers = new ArrayList<>();
        for (long number = first; number <= last; number += step) {
            numbers.add(number);
        }
        return numbers;
    }

    private static void requireFew(long count, String text) {
        if (count > MOST_LISTED || count < 0) {
            throw new IllegalArgumentException("'" + text + "' means more than " + MOST_LISTED);
        }
    }

    /** Returns the number of tasks that wait behind a number such as {@code 17} or {@code 17_[0-9,12%2]}. */
    static int tasks(String jobId) {
        int open = jobId.indexOf('[');
        if (open < 0) {
            return 1;
        }
        String list = jobId.substring(open + 1).replaceFirst("(%[0-9]+)?]?$", "");
        return Math.max(1, numbers(list).size());
    }

    /** Returns the accelerators by type in {@code gpu:a100:4(S:0-1),fpga:1}; all kinds of one type together. */
    static SortedMap<String, Integer> accelerators(String text) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        if (!isNothing(text)) {
            for (String one : IN_BRACKETS.matcher(text).replaceAll("").split(",", -1)) {
                String[] words = one.replaceFirst("^gres[:/]", "").split(":", -1);
                String last = words[words.length - 1];
                int count = words.length > 1 && ACCELERATOR_COUNT.matcher(last).matches() ? Integer.parseInt(last) : 1;
                requireFew(count, one);
                if (count > 0) {
                    counts.merge(words[0].toLowerCase(Locale.ROOT), count, Integer::sum);
                }
            }
        }
        return counts;
    }

    /** Returns the memory in a list of trackable resources such as {@code cpu=4,mem=1.5G}, in MiB rounded up. */
    static long memoryMib(String text) {
        Matcher memory = MEMORY.matcher(text);
        if (!memory.find()) {
            return 0;
        }
        String unit = memory.group(2).isEmpty() ? "M" : memory.group(2);
        boolean isFraction = memory.group().contains(".");
        long amount = Long.parseLong(memory.group(1)) + (isFraction ? 1 : 0);
        int bits = UNIT_BITS * (UNITS.indexOf(unit) - 1);
        return bits < 0 ? Math.ceilDiv(amount, 1L << -bits) : amount << bits;
    }

    /** Returns the seconds of a time limit such as {@code 2-00:15:00}; empty if there is no limit. */
    static OptionalLong limitSec(String text) {
        if (text.equals("UNLIMITED") || isNothing(text) || text.equals("INVALID") || text.equals("NOT_SET")) {
            return OptionalLong.empty();
        }
        int dash = text.indexOf('-');
        long days = dash < 0 ? 0 : number(text.substring(0, dash));
        long seconds = 0;
        for (String part : text.substring(dash + 1).split(":", -1)) {
            seconds = 60 * seconds + number(part);
        }
        return OptionalLong.of(days * 86_400 + seconds);
    }
}
