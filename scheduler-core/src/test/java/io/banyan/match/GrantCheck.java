package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.Status;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Whether what was chosen is what the jobspec asks for, neither less nor more, on vertices that may be given. What
 * comes with a vertex that is given whole is not asked whether it is up or meets the constraint, by Fluxion's rules.
 */
final class GrantCheck {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Selection selection;
    private final boolean wholeNodes;
    private final boolean slotsSpanNodes;
    private final Map<Integer, Integer> positions = new HashMap<>();
    private final Map<Integer, List<Integer>> children = new HashMap<>();

    private GrantCheck(Schedule schedule, Selection selection, boolean wholeNodes, boolean slotsSpanNodes) {
        this.slotsSpanNodes = slotsSpanNodes;
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.selection = selection;
        this.wholeNodes = wholeNodes;
    }

    /** Asserts it; to be asked before the selection is booked. */
    static void check(Schedule schedule, Jobspec jobspec, Selection selection, boolean wholeNodes, String context) {
        boolean slotsSpanNodes = jobspec.attributes().extensions().uses(Extension.NODE_SLOTS);
        var check = new GrantCheck(schedule, selection, wholeNodes, slotsSpanNodes);
        check.collect(jobspec, context);
        boolean met =
                alternatives(jobspec.resources()).stream().anyMatch(list -> check.meets(list, graphRoot(schedule)));
        assertThat(met)
                .as("%s: what was chosen is what was asked for: %s", context, check.text())
                .isTrue();
    }

    private static int graphRoot(Schedule schedule) {
        return schedule.graph().root();
    }

    /** Returns the alternatives: one slot alone must do where slots exclude each other. */
    private static List<List<Resource>> alternatives(List<Resource> top) {
        return top.getFirst().isXorSlot() ? top.stream().map(List::of).toList() : List.of(top);
    }

    private String text() {
        var paths = new ArrayList<String>();
        for (int i = 0; i < selection.size(); i++) {
            paths.add(graph.path(selection.vertex(i)) + (selection.exclusive(i) ? "!" : ""));
        }
        return paths.toString();
    }

    private void collect(Jobspec jobspec, String context) {
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            assertThat(positions.put(v, i))
                    .as("%s: %s twice", context, graph.path(v))
                    .isNull();
            int parent = graph.parent(v);
            children.computeIfAbsent(parent, unused -> new ArrayList<>()).add(v);
            boolean node = typeOf(v).equals("node");
            assertThat(!node || !wholeNodes || isWhole(v))
                    .as("%s: %s is given whole", context, graph.path(v))
                    .isTrue();
        }
        for (int v : positions.keySet()) {
            int parent = graph.parent(v);
            assertThat(parent < 0 || positions.containsKey(parent))
                    .as("%s: the way to %s", context, graph.path(v))
                    .isTrue();
            boolean implied = parent >= 0 && selection.exclusive(positions.getOrDefault(parent, 0));
            boolean node = typeOf(v).equals("node");
            assertThat(implied || !node || jobspec.attributes().constraint().matches(new NaiveMatch.Target(graph, v)))
                    .as("%s: %s meets the constraint", context, graph.path(v))
                    .isTrue();
            assertThat(implied || schedule.statuses().of(v) == Status.UP)
                    .as("%s: %s is up", context, graph.path(v))
                    .isTrue();
        }
    }

    private boolean isExclusive(int v) {
        return selection.exclusive(positions.getOrDefault(v, 0));
    }

    /** Whether the vertex is given with everything below it. */
    private boolean isWhole(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (!positions.containsKey(graph.target(e)) || !isWhole(graph.target(e))) {
                return false;
            }
        }
        return isExclusive(v);
    }

    /** Whether what was chosen at and below a vertex has as much of each resource as was asked for. */
    private boolean meets(List<Resource> list, int root) {
        return others(list).allMatch(resource -> isRight(resource, count(resource, root), wholeNodes))
                && hasSlots(list, slots(list, root, true));
    }

    private static Stream<Resource> others(List<Resource> list) {
        return list.stream().filter(resource -> !isSlot(resource));
    }

    private static boolean isSlot(Resource resource) {
        return resource.isSlot() || resource.isXorSlot();
    }

    /** Slots on one level stand in for each other; the last has the count. */
    private static boolean hasSlots(List<Resource> list, long made) {
        return list.isEmpty()
                || !isSlot(list.getLast())
                || made >= list.getLast().count().min();
    }

    /**
     * At least the minimum, and beyond the maximum only what the last vertex has too much or comes with a whole one.
     */
    private boolean isRight(Resource resource, long chosen, boolean withinWhole) {
        long largest = 1;
        for (int v : positions.keySet()) {
            largest = typeOf(v).equals(resource.type().name()) ? Math.max(largest, graph.size(v)) : largest;
        }
        return chosen >= resource.count().min()
                && (withinWhole || chosen < resource.count().effectiveMax() + largest);
    }

    private String typeOf(int v) {
        return graph.types().name(graph.typeId(v));
    }

    private List<Integer> children(int v) {
        return children.getOrDefault(v, List.of());
    }

    /** How much of a resource was chosen at and below a vertex, through levels that are left out. */
    private long count(Resource resource, int v) {
        if (typeOf(v).equals(resource.type().name())) {
            return isMet(resource, v) ? graph.size(v) : 0;
        }
        return children(v).stream().mapToLong(child -> count(resource, child)).sum();
    }

    private boolean isMet(Resource resource, int v) {
        boolean asked = resource.exclusive() == Exclusivity.TRUE;
        boolean whole = asked || wholeNodes;
        return (!asked || isWhole(v))
                && others(resource.with()).allMatch(inner -> isRight(inner, directly(inner, v, false), whole))
                && hasSlots(resource.with(), slots(resource.with(), v, false));
    }

    /** How much of a resource was chosen directly below a vertex. */
    private long directly(Resource resource, int v, boolean inSlot) {
        return children(v).stream()
                .filter(child -> typeOf(child).equals(resource.type().name()))
                .filter(child -> isMet(resource, child) && (!inSlot || isExclusive(child)))
                .mapToLong(graph::size)
                .sum();
    }

    /** How much of a resource was chosen below a vertex, exclusively and through levels that are left out. */
    private long anywhere(Resource resource, int v) {
        return children(v).stream()
                .mapToLong(child -> !typeOf(child).equals(resource.type().name())
                        ? anywhere(resource, child)
                        : isMet(resource, child) && isExclusive(child) ? graph.size(child) : 0)
                .sum();
    }

    private boolean isInNode(int v) {
        int above = graph.parent(v);
        return above >= 0 && (typeOf(above).equals("node") || isInNode(above));
    }

    /** How many slots, of any of the kinds, what was chosen below a vertex makes; all of it is exclusive. */
    private long slots(List<Resource> list, int v, boolean pristine) {
        List<Resource> slots = list.stream().filter(GrantCheck::isSlot).toList();
        boolean spans = slotsSpanNodes && (typeOf(v).equals("node") || (!pristine && isInNode(v)));
        Map<String, Long> left = new HashMap<>();
        for (Resource slot : slots) {
            slot.with()
                    .forEach(kind -> left.put(kind.type().name(), spans ? anywhere(kind, v) : directly(kind, v, true)));
        }
        long made = most(slots, left);
        return !spans && (pristine || slotsSpanNodes)
                ? made
                        + children(v).stream()
                                .mapToLong(child -> slots(list, child, true))
                                .sum()
                : made;
    }

    private static long most(List<Resource> slots, Map<String, Long> left) {
        long best = 0;
        for (Resource slot : slots) {
            Map<String, Long> rest = new HashMap<>(left);
            slot.with()
                    .forEach(
                            kind -> rest.merge(kind.type().name(), -kind.count().min(), Long::sum));
            if (rest.values().stream().allMatch(amount -> amount >= 0)) {
                best = Math.max(best, 1 + most(slots, rest));
            }
        }
        return best;
    }
}
