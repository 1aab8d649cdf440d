package io.banyan.cli.quickstart;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The checks of the invariants of a tree of instances while it grows and shrinks. A failed check ends the quickstart.
 */
final class TreeChecks {
    private TreeChecks() {}

    /** Checks that every level has its earlier resources. */
    static void asBefore(List<LevelCount> before, List<LevelCount> after, String since) throws QuickstartFailure {
        for (int i = 0; i < before.size(); i++) {
            if (!before.get(i).equals(after.get(i))) {
                throw new QuickstartFailure(before.get(i).level() + " differs from its state before " + since
                        + ": before: " + described(before.get(i)) + "; now: " + described(after.get(i)) + ".");
            }
        }
    }

    /** Every level below the top has grown by this many vertices and edges, and the top has not grown. */
    static void grownBy(int elements, List<LevelCount> before, List<LevelCount> after, String request)
            throws QuickstartFailure {
        for (int i = 0; i < before.size(); i++) {
            long grown = after.get(i).elements() - before.get(i).elements();
            long expected = i == 0 ? 0 : elements;
            if (grown != expected) {
                throw new QuickstartFailure(String.format(
                        Locale.ROOT,
                        "%s added %,d vertices and edges to %s, expected %,d.",
                        request,
                        grown,
                        before.get(i).level(),
                        expected));
            }
        }
    }

    /** These levels have got the same vertices, by their paths. Returns them. */
    static Set<String> samePaths(Map<String, Set<String>> newPathsByLevel, String request) throws QuickstartFailure {
        Iterator<Map.Entry<String, Set<String>>> levels =
                newPathsByLevel.entrySet().iterator();
        Map.Entry<String, Set<String>> first = levels.next();
        while (levels.hasNext()) {
            Map.Entry<String, Set<String>> other = levels.next();
            if (!other.getValue().equals(first.getValue())) {
                throw new QuickstartFailure(request + " added different vertices to " + other.getKey() + " and to "
                        + first.getKey() + "; one of them is " + anyDifference(first.getValue(), other.getValue())
                        + ".");
            }
        }
        return first.getValue();
    }

    /** A level has allocated all of these to the job that the level below it is. */
    static void included(Set<String> paths, Set<String> held, String level, String below) throws QuickstartFailure {
        if (!held.containsAll(paths)) {
            throw new QuickstartFailure(
                    below + " has " + anyDifference(paths, held) + ", which " + level + " did not allocate to it.");
        }
    }

    private static String anyDifference(Set<String> some, Set<String> others) {
        Set<String> difference = new TreeSet<>(some);
        difference.removeAll(others);
        if (difference.isEmpty()) {
            difference.addAll(others);
            difference.removeAll(some);
        }
        return difference.iterator().next();
    }

    private static String described(LevelCount count) {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%,d vertices, %,d edges", count.vertices(), count.edges()));
        count.amounts()
                .forEach((type, amount) -> text.append(
                        String.format(Locale.ROOT, ", %,d of %,d %ss free", amount.free(), amount.total(), type)));
        return text.toString();
    }
}
