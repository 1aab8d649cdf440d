package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The weights of edges after placements that begin now and later. */
class PlacementWeightsTest {

    private static final String WHOLE_NODES = "2 slot { 1 node! } for 60";
    private static final List<String> REQUESTS = List.of(
            "1 slot { 1 node! }",
            "2 slot { 1 node! }",
            "1 rack!",
            "2 slot { 1 core }",
            "1 slot { 1 socket { 2 core } }",
            "1-4 slot { 1 node }",
            "2 node { 1 slot { 1 socket { 1 core } } }",
            "3 core!");

    private final List<JobId> jobs = new ArrayList<>();
    private long lastJob;
    private long nowSec;

    /** Node0 is free now when the second job reserves it from 60 on, and comes before the two that are taken now. */
    @Test
    void aReservationWeighsWhatIsFreeNow() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 3 node { 2 core } }");
        Matcher matcher = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE);
        assertThat(nodes(schedule, place(schedule, matcher, WHOLE_NODES))).containsExactly("node1", "node2");
        assertThat(nodes(schedule, place(schedule, matcher, WHOLE_NODES))).containsExactly("node0", "node2");
        assertThat(schedule.placements())
                .containsEntry("/cluster0/node0", 2L)
                .containsEntry("/cluster0/node1", 0L)
                .containsEntry("/cluster0/node2", 0L);
        assertThat(nodes(schedule, place(schedule, matcher, WHOLE_NODES))).containsExactly("node0", "node2");
    }

    /** The node below a rack that another job has whole now has nothing free, though nothing is written at the node. */
    @Test
    void aReservationBelowWhatIsHeldWholeNowWeighsNothing() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 rack { 2 node { 2 core } } }");
        Matcher matcher = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE);
        place(schedule, matcher, "2 rack! for 60");
        place(schedule, matcher, "1 slot { 1 node! } for 60");
        assertThat(schedule.placements()).containsEntry("/cluster0/rack1/node3", 0L);
    }

    /** Jobs come, wait and go while time passes; each placement is compared with sums over all that every job has. */
    @ParameterizedTest
    @CsvSource({"1, ALL:core", "2, 'ALL:core,ALL:node'", "3, 'ALL:node,rack:core'", "4, 'ALL:socket'", "5, 'ALL:core'"})
    void everyPlacementWeighsWhatIsFreeAtItsTime(long seed, String filters) throws Exception {
        var random = new Random(seed);
        var schedule = new Schedule(
                Graphs.graph("cluster { 2 rack { 3 node { 2 socket { 2 core } } } }"),
                PruneFilters.parse(filters),
                Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE);
        Map<String, Long> expected = new HashMap<>();
        for (int step = 0; step < 400; step++) {
            nowSec += random.nextInt(3) == 0 ? random.nextInt(20) : 0;
            schedule.at(nowSec);
            if (jobs.size() > 8 || (!jobs.isEmpty() && random.nextInt(5) == 0)) {
                schedule.cancel(jobs.remove(random.nextInt(jobs.size())));
            }
            String request = REQUESTS.get(random.nextInt(REQUESTS.size())) + " for " + (1 + random.nextInt(40));
            Selection placed = place(schedule, matcher, request);
            for (int i = 0; i < placed.size(); i++) {
                weigh(schedule, placed.vertex(i), expected);
            }
            assertThat(schedule.placements())
                    .as("seed %d, step %d, %s", seed, step, request)
                    .containsExactlyInAnyOrderEntriesOf(expected);
            schedule.checkInvariants();
        }
    }

    private Selection place(Schedule schedule, Matcher matcher, String request) throws Exception {
        MatchResult found = matcher.match(Jobs.jobspec(request), MatchOperation.ALLOCATE_ORELSE_RESERVE, nowSec);
        return switch (found) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                book(schedule, BookingKind.ALLOCATION, window, selection);
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                book(schedule, BookingKind.RESERVATION, window, selection);
            case MatchResult other -> new Selection.Builder().build();
        };
    }

    private Selection book(Schedule schedule, BookingKind kind, TimeWindow window, Selection selection) {
        var job = new JobId(++lastJob);
        jobs.add(job);
        schedule.commit(job, kind, window, selection);
        return selection;
    }

    /**
     * Adds the weight that is expected of the edge to a vertex: all of its last tracked type below it, less what jobs
     * have there now.
     */
    private void weigh(Schedule schedule, int v, Map<String, Long> expected) {
        ResourceGraph graph = schedule.graph();
        int[] tracked = schedule.aggregates().trackedTypes(v);
        if (graph.parent(v) < 0 || !schedule.aggregates().isInterior(v) || tracked.length == 0) {
            return;
        }
        int type = tracked[tracked.length - 1];
        long free = schedule.aggregates().total(v, tracked.length - 1);
        for (Booking booking : schedule.holdings().bookings()) {
            Selection held = schedule.holdings().selection(booking.job());
            for (int i = 0; i < held.size() && booking.window().contains(nowSec); i++) {
                int u = held.vertex(i);
                boolean counts = held.exclusive(i) && graph.typeId(u) == type && isBelow(graph, u, v);
                free -= counts ? held.amount(i) : 0;
            }
        }
        expected.put(graph.path(v), free);
    }

    private static boolean isBelow(ResourceGraph graph, int u, int v) {
        int above = graph.parent(u);
        while (above >= 0 && above != v) {
            above = graph.parent(above);
        }
        return above == v;
    }

    private static List<String> nodes(Schedule schedule, Selection selection) {
        ResourceGraph graph = schedule.graph();
        return IntStream.range(0, selection.size())
                .map(selection::vertex)
                .filter(v -> graph.types().name(graph.typeId(v)).equals("node"))
                .mapToObj(graph::name)
                .toList();
    }
}
