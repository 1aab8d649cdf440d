package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.Status;
import io.banyan.schedule.Booking;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a jobspec could be met, by the rules of matching and nothing else: every vertex is visited, who holds what is
 * read from the jobs' selections, no filter and no order. Counts are exact and pools of a type have one size.
 */
final class NaiveMatch {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final boolean wholeNodes;
    private final Set<Integer> held = new HashSet<>();
    private final Set<Integer> touched = new HashSet<>();

    NaiveMatch(Schedule schedule, TimeWindow window, boolean wholeNodes) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.wholeNodes = wholeNodes;
        for (Booking booking : schedule.holdings().bookings()) {
            if (booking.window().overlaps(window)) {
                Selection selection = schedule.holdings().selection(booking.job());
                for (int i = 0; i < selection.size(); i++) {
                    (selection.exclusive(i) ? held : touched).add(selection.vertex(i));
                }
            }
        }
    }

    boolean canMeet(Jobspec jobspec) {
        Map<String, List<Long>> found = visit(graph.root(), jobspec.resources(), true, false);
        return meets(jobspec.resources(), found);
    }

    private static boolean meets(List<Resource> wanted, Map<String, List<Long>> found) {
        return wanted.stream()
                .allMatch(resource -> sum(found.get(resource.type().name()))
                        >= resource.count().min());
    }

    private static long sum(@org.jspecify.annotations.Nullable List<Long> amounts) {
        return amounts == null ? 0 : amounts.stream().mapToLong(Long::longValue).sum();
    }

    /** Amounts of the candidates at and below a vertex, by type. */
    private Map<String, List<Long>> visit(int v, List<Resource> list, boolean pristine, boolean exclusiveAbove) {
        String type = graph.types().name(graph.typeId(v));
        List<Resource> named =
                list.stream().filter(r -> r.type().name().equals(type)).toList();
        if (named.size() > 1 || (named.isEmpty() && !pristine)) {
            return Map.of();
        }
        boolean node = wholeNodes && type.equals("node");
        boolean exclusive =
                exclusiveAbove || node || (!named.isEmpty() && named.getFirst().exclusive() == Exclusivity.TRUE);
        if (schedule.status(v) == Status.DOWN || held.contains(v)) {
            return Map.of();
        }
        if (exclusive && (!named.isEmpty() || node) && touched.contains(v)) {
            return Map.of();
        }
        List<Resource> next = named.isEmpty() ? list : named.getFirst().with();
        Map<String, List<Long>> below = below(v, next, named.isEmpty(), exclusive);
        if (!named.isEmpty() && !meets(next, below)) {
            return Map.of();
        }
        var up = new HashMap<String, List<Long>>();
        if (named.isEmpty()) {
            up.putAll(below);
        }
        up.computeIfAbsent(type, unused -> new ArrayList<>()).add(graph.size(v));
        return up;
    }

    private Map<String, List<Long>> below(int v, List<Resource> next, boolean pristine, boolean exclusive) {
        for (Resource resource : next) {
            if (resource.isSlot() && resource.with().stream().allMatch(r -> hasChild(v, r))) {
                Map<String, List<Long>> found = children(v, resource.with(), false, true);
                long slots = resource.with().stream()
                        .mapToLong(r ->
                                bundles(found.get(r.type().name()), r.count().min()))
                        .min()
                        .orElse(0);
                var made = new HashMap<String, List<Long>>();
                if (slots > 0) {
                    made.put("slot", new ArrayList<>(List.of(slots)));
                }
                return made;
            }
        }
        return children(v, next, pristine, exclusive);
    }

    private static long bundles(@org.jspecify.annotations.Nullable List<Long> amounts, long share) {
        if (amounts == null) {
            return 0;
        }
        long each = (share + amounts.getFirst() - 1) / amounts.getFirst();
        return amounts.size() / each;
    }

    private boolean hasChild(int v, Resource resource) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.types()
                    .name(graph.typeId(graph.target(e)))
                    .equals(resource.type().name())) {
                return true;
            }
        }
        return false;
    }

    private Map<String, List<Long>> children(int v, List<Resource> list, boolean pristine, boolean exclusive) {
        var all = new HashMap<String, List<Long>>();
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            visit(graph.target(e), list, pristine, exclusive)
                    .forEach((type, amounts) -> all.computeIfAbsent(type, unused -> new ArrayList<>())
                            .addAll(amounts));
        }
        return all;
    }
}
