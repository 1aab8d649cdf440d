package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nodes below racks and power units at once: what is given was free by every way to it, and a no is final. Against a
 * walk along every way over what the jobs' selections say. The seed is the parameter.
 */
class SeveralParentsBruteForceTest {

    private static final List<String> POLICIES =
            List.of("first", "firstnodex", "high", "low", "hinode", "lonodex", "locality");
    private static final List<String> FILTERS =
            List.of("ALL:core", "ALL:core,ALL:node", "cluster:core", "pdu:node,pdu:core", "rack:node,ALL:gpu");
    private static final int REQUESTS = 120;

    /** So many of a type, each with so many children of the next; all of the last is exclusive. */
    private record Ask(String type, int count, boolean exclusive, List<Ask> with) {

        String text() {
            String inner = with.isEmpty() ? "" : " { " + with.getFirst().text() + " }";
            return count + " " + type + (exclusive ? "!" : "") + inner;
        }
    }

    private Random random = new Random(0);
    private Schedule schedule = Graphs.schedule("cluster { 1 node }");
    private ResourceGraph graph = schedule.graph();
    private boolean wholeNodes;
    /** The vertices that jobs have exclusively, with all that is below by any way, and those that jobs pass through. */
    private final Set<Integer> held = new HashSet<>();

    private final Set<Integer> used = new HashSet<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void givesWhatIsFreeByEveryWayAndSaysNoOnlyWhereNoWayLeadsToEnough(int seed) throws Exception {
        random = new Random(seed);
        Shapes shape = Shapes.ALL.getLast();
        graph = ResourceGraph.of(random.nextBoolean() ? shape.small() : shape.large());
        String filters = FILTERS.get(seed % FILTERS.size());
        schedule = new Schedule(graph, PruneFilters.parse(filters), Graphs.HORIZON);
        String policy = POLICIES.get(seed % POLICIES.size());
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        wholeNodes = matcher.policy().nodeExclusive();
        for (int i = 1; i <= REQUESTS; i++) {
            disturb();
            collect();
            Ask ask = ask();
            String context = "seed " + seed + ", " + policy + ", " + filters + ", request " + i + ": " + ask.text();
            MatchResult result = matcher.match(Jobs.jobspec(ask.text()), MatchOperation.ALLOCATE, 0);
            assertThat(result instanceof MatchResult.Allocated).as(context).isEqualTo(isPossible(ask));
            if (result instanceof MatchResult.Allocated it) {
                checkFree(it.selection(), context);
                schedule.commit(new JobId(i), BookingKind.ALLOCATION, it.window(), it.selection());
                schedule.checkInvariants();
            }
        }
    }

    private Ask ask() {
        String outer = random.nextBoolean() ? "rack" : "pdu";
        Ask cores = new Ask("core", upTo(2), true, List.of());
        Ask nodes = random.nextBoolean()
                ? new Ask("node", upTo(2), true, List.of())
                : new Ask("node", upTo(2), false, List.of(cores));
        return switch (random.nextInt(6)) {
            case 0 -> new Ask(outer, 1, true, List.of());
            case 1 -> new Ask("core", upTo(5), true, List.of());
            case 2 -> nodes;
            default -> new Ask(outer, upTo(2), false, List.of(nodes));
        };
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    private void disturb() {
        for (Booking booking : schedule.holdings().bookings()) {
            if (random.nextInt(4) == 0) {
                schedule.cancel(booking.job());
            }
        }
        int v = random.nextInt(graph.vertexBound());
        if (v != graph.root() && random.nextInt(3) == 0) {
            schedule.setStatus(v, random.nextInt(3) == 0 ? Status.DOWN : Status.UP);
        }
    }

    private void collect() {
        held.clear();
        used.clear();
        for (Booking booking : schedule.holdings().bookings()) {
            Selection selection = schedule.holdings().selection(booking.job());
            for (int i = 0; i < selection.size(); i++) {
                used.add(selection.vertex(i));
                if (selection.exclusive(i)) {
                    holdWithAllBelow(selection.vertex(i));
                }
            }
        }
    }

    private void holdWithAllBelow(int v) {
        held.add(v);
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            holdWithAllBelow(graph.target(e));
        }
    }

    private void checkFree(Selection selection, String context) {
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            assertThat(held).as("%s: %s was free", context, graph.path(v)).doesNotContain(v);
            assertThat(!selection.exclusive(i) || isUntouched(v))
                    .as("%s: nobody else has something below %s", context, graph.path(v))
                    .isTrue();
        }
    }

    private boolean isUntouched(int v) {
        boolean untouched = !used.contains(v) && !held.contains(v);
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            untouched &= isUntouched(graph.target(e));
        }
        return untouched;
    }

    /**
     * Whether there is enough of what the ask names, which may stand anywhere below the root, by any way over what is
     * up and free.
     */
    private boolean isPossible(Ask ask) {
        var met = new HashSet<Integer>();
        reach(graph.root(), ask, met);
        return met.size() >= ask.count();
    }

    private void reach(int v, Ask ask, Set<Integer> met) {
        if (!isOpen(v)) {
            return;
        }
        if (isOf(v, ask.type())) {
            if (meets(v, ask)) {
                met.add(v);
            }
            return;
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            reach(graph.target(e), ask, met);
        }
    }

    private boolean isOpen(int v) {
        boolean whole = wholeNodes && isOf(v, "node");
        return schedule.statuses().of(v) == Status.UP && !held.contains(v) && (!whole || isUntouched(v));
    }

    private boolean meets(int v, Ask ask) {
        boolean free = isOpen(v) && (!ask.exclusive() || isUntouched(v));
        if (!free || ask.with().isEmpty()) {
            return free;
        }
        Ask inner = ask.with().getFirst();
        int met = 0;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            met += isOf(child, inner.type()) && meets(child, inner) ? 1 : 0;
        }
        return met >= inner.count();
    }

    private boolean isOf(int v, String type) {
        return graph.types().name(graph.typeId(v)).equals(type);
    }
}
