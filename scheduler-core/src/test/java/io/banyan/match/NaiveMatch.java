package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.ConstraintTarget;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.schedule.Booking;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether a jobspec could be met, by the rules of matching and nothing else: every vertex is visited, who holds what is
 * read from the jobs' selections, no filter and no order. For trees.
 *
 * <p>How many slots can be filled from pools of different sizes depends on the order in which the policy takes them:
 * the naive matcher can be asked for the {@linkplain Luck best and for the worst} order.
 */
final class NaiveMatch {

    private static final String SLOT = "slot";

    /** In which order a slot takes pools of different sizes. */
    enum Luck {
        BEST,
        WORST
    }

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final boolean wholeNodes;
    private final boolean everythingUp;
    private final Luck luck;
    private final Set<Integer> held = new HashSet<>();
    private final Set<Integer> touched = new HashSet<>();
    private Constraint constraint = new Constraint.Any();
    /** Whether a slot is made of what is anywhere in one node. */
    private boolean slotsSpanNodes;

    private NaiveMatch(Schedule schedule, boolean wholeNodes, boolean everythingUp, Luck luck) {
        this.luck = luck;
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.wholeNodes = wholeNodes;
        this.everythingUp = everythingUp;
    }

    /** By what is held in the window and up. */
    static NaiveMatch during(Schedule schedule, TimeWindow window, boolean wholeNodes, Luck luck) {
        var naive = new NaiveMatch(schedule, wholeNodes, false, luck);
        for (Booking booking : schedule.holdings().bookings()) {
            if (booking.window().overlaps(window)) {
                Selection selection = schedule.holdings().selection(booking.job());
                for (int i = 0; i < selection.size(); i++) {
                    (selection.exclusive(i) ? naive.held : naive.touched).add(selection.vertex(i));
                }
            }
        }
        return naive;
    }

    /** Returns a naive match for which nothing is held and everything is up. */
    static NaiveMatch onTheEmptyGraph(Schedule schedule, boolean wholeNodes, Luck luck) {
        return new NaiveMatch(schedule, wholeNodes, true, luck);
    }

    boolean canMeet(Jobspec jobspec) {
        constraint = jobspec.attributes().constraint();
        slotsSpanNodes = jobspec.attributes().extensions().uses(Extension.NODE_SLOTS);
        List<Resource> top = jobspec.resources();
        if (top.getFirst().isXorSlot()) {
            return top.stream().anyMatch(alternative -> canMeet(List.of(asSlot(alternative))));
        }
        return canMeet(top);
    }

    private static Resource asSlot(Resource xor) {
        return new Resource(
                new ResourceType(SLOT), xor.count(), xor.unit(), xor.exclusive(), xor.with(), xor.label(), xor.id());
    }

    private boolean canMeet(List<Resource> top) {
        Map<String, List<Long>> found = visit(graph.root(), top, true, false);
        return !found.isEmpty() && meets(top, found);
    }

    /** Whether the request is met; the last of several slots, which are alternatives, has the count. */
    private static boolean meets(List<Resource> wanted, Map<String, List<Long>> found) {
        List<Resource> slots = wanted.stream().filter(Resource::isSlot).toList();
        return wanted.stream()
                .filter(resource -> !resource.isSlot() || resource.equals(slots.getLast()))
                .allMatch(resource -> share(resource, found) > 0);
    }

    /** How much is taken of a type, of all that there is. */
    private static long share(Resource resource, Map<String, List<Long>> found) {
        return resource.count().calc(sum(found.get(resource.type().name())));
    }

    private static long sum(@Nullable List<Long> amounts) {
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
        if (isDown(v) || held.contains(v) || (type.equals("node") && !constraint.matches(new Target(graph, v)))) {
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

    private boolean isDown(int v) {
        return !everythingUp && schedule.statuses().of(v) == Status.DOWN;
    }

    private Map<String, List<Long>> below(int v, List<Resource> next, boolean pristine, boolean exclusive) {
        boolean spans = slotsSpanNodes && (type(v).equals("node") || (!pristine && isInNode(v)));
        List<Resource> slots = next.stream()
                .filter(resource ->
                        resource.isSlot() && (spans || resource.with().stream().allMatch(r -> hasChild(v, r))))
                .toList();
        if (slots.isEmpty()) {
            boolean leavesOut = slotsSpanNodes && next.stream().allMatch(Resource::isSlot);
            return children(v, next, pristine || leavesOut, exclusive);
        }
        long made = slots.size() == 1 ? slots(v, slots.getFirst(), spans) : anyOf(v, slots, spans);
        return made > 0 ? Map.of(SLOT, new ArrayList<>(List.of(made))) : Map.of();
    }

    private String type(int v) {
        return graph.types().name(graph.typeId(v));
    }

    private boolean isInNode(int v) {
        int above = schedule.aggregates().parent(v);
        return above >= 0 && (type(above).equals("node") || isInNode(above));
    }

    private long slots(int v, Resource slot, boolean spans) {
        Map<String, List<Long>> found = children(v, slot.with(), spans, true);
        return slot.with().stream()
                .mapToLong(r -> bundles(found.get(r.type().name()), share(r, found)))
                .min()
                .orElse(0);
    }

    private long bundles(@Nullable List<Long> amounts, long share) {
        return amounts == null || share == 0 ? 0 : bundles(amounts, share, 0);
    }

    /**
     * Bundles of at least the share each, one filled after the other from vertices that are not split, in any order.
     */
    private long bundles(List<Long> amounts, long share, long gathered) {
        if (amounts.isEmpty()) {
            return 0;
        }
        long found = luck == Luck.BEST ? 0 : Long.MAX_VALUE;
        for (long amount : new TreeSet<>(amounts)) {
            var rest = new ArrayList<>(amounts);
            rest.remove(amount);
            boolean full = gathered + amount >= share;
            long made = (full ? 1 : 0) + bundles(rest, share, full ? 0 : gathered + amount);
            found = luck == Luck.BEST ? Math.max(found, made) : Math.min(found, made);
        }
        return found;
    }

    /**
     * The most slots that can be made where each may be of any kind, tried one by one; sizes of vertices are 1 here.
     */
    private long anyOf(int v, List<Resource> slots, boolean spans) {
        var all = new ArrayList<Resource>();
        slots.forEach(slot -> all.addAll(slot.with()));
        var byType = new HashMap<String, Resource>();
        all.forEach(r -> byType.merge(
                r.type().name(), r, (a, b) -> b.count().min() > a.count().min() ? b : a));
        Map<String, List<Long>> found = children(v, List.copyOf(byType.values()), spans, true);
        var left = new HashMap<String, Long>();
        byType.keySet().forEach(type -> left.put(type, sum(found.get(type))));
        return most(slots, found, left);
    }

    private static long most(List<Resource> slots, Map<String, List<Long>> found, Map<String, Long> left) {
        long best = 0;
        for (Resource slot : slots) {
            boolean fits = slot.with().stream()
                    .allMatch(r ->
                            share(r, found) > 0 && left.getOrDefault(r.type().name(), 0L) >= share(r, found));
            if (fits) {
                var rest = new HashMap<>(left);
                slot.with().forEach(r -> rest.merge(r.type().name(), -share(r, found), Long::sum));
                best = Math.max(best, 1 + most(slots, found, rest));
            }
        }
        return best;
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

    /** A vertex as a constraint sees it. */
    record Target(ResourceGraph graph, int vertex) implements ConstraintTarget {

        @Override
        public String name() {
            return graph.name(vertex);
        }

        @Override
        public int rank() {
            return graph.rank(vertex);
        }

        @Override
        public boolean hasProperty(String property) {
            return graph.properties(vertex).containsKey(property);
        }
    }
}
