package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests that what is called free can be had; {@link RandomOperationsTest} counts everything again after every
 * operation.
 */
class FreeCountsTest {
    private static final int STEPS = 500;
    private static final JobId JOB = new JobId(1);
    private static final TimeWindow NOW = new TimeWindow(0, 10);

    private static void book(Schedule schedule, BookingKind kind, TimeWindow window, String request) throws Exception {
        MatchResult result = new Matcher(schedule, MatchPolicy.parse("low"))
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
        Selection selection = ((MatchResult.Allocated) result).selection();
        schedule.commit(JOB, kind, window, selection);
        schedule.checkInvariants();
    }

    @Test
    void whatIsBelowAnExclusiveNodeIsNotFreeAlthoughItWasNotGranted() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core, 2 gpu } }");
        assertThat(schedule.holdings().free("gpu")).isEqualTo(4);
        book(schedule, BookingKind.ALLOCATION, NOW, "1 slot { 1 node { 1 core } }");
        assertThat(schedule.holdings().free("gpu")).isEqualTo(2);
        assertThat(schedule.holdings().free("core")).isEqualTo(4);
        assertThat(schedule.holdings().free("node")).isEqualTo(1);
        schedule.cancel(JOB);
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("gpu")).isEqualTo(4);
    }

    @Test
    void aNodeOfWhichACoreIsUsedIsNotFreeWhileItsOtherCoresAre() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core } }");
        book(schedule, BookingKind.ALLOCATION, NOW, "1 core!");
        assertThat(schedule.holdings().free("node")).isEqualTo(1);
        assertThat(schedule.holdings().free("core")).isEqualTo(7);
    }

    @Test
    void aReservationLeavesFreeWhatItWaitsForUntilItStarts() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core } }");
        book(schedule, BookingKind.RESERVATION, new TimeWindow(50, 60), "1 slot { 1 node }");
        assertThat(schedule.holdings().free("node")).isEqualTo(2);
        schedule.start(JOB);
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("node")).isEqualTo(1);
        assertThat(schedule.holdings().free("core")).isEqualTo(4);
    }

    @Test
    void whatIsDownOrBelowItIsNotFreeAndWhatBelongsToOthersIsNotEvenCounted() {
        Schedule schedule = Graphs.schedule("cluster { 3 node { 4 core } }");
        assertThat(schedule.holdings().free("core")).isEqualTo(12);
        schedule.setStatus(schedule.graph().find("/cluster0/node0"), Status.DOWN);
        schedule.markShared(new int[] {schedule.graph().find("/cluster0/node1")});
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(8);
        assertThat(schedule.holdings().free("node")).isEqualTo(1);
        assertThat(schedule.holdings().total("node")).isEqualTo(2);
        assertThat(schedule.holdings().total("core")).isEqualTo(12);
    }

    @Test
    void whatIsAttachedBelowAnExclusiveNodeIsNotFreeUntilTheNodeIs() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 4 core } }");
        book(schedule, BookingKind.ALLOCATION, NOW, "1 slot { 1 node }");
        assertThat(schedule.holdings().free("core")).isZero();
        schedule.attach(Graphs.subgraph("cluster { 2 node { 6 core } }"));
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(6);
        assertThat(schedule.holdings().total("core")).isEqualTo(12);
        schedule.cancel(JOB);
        assertThat(schedule.holdings().free("core")).isEqualTo(12);
        schedule.detach(new int[] {schedule.graph().find("/cluster0/node1")});
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(6);
    }

    @Test
    void whatIsFreeIsFreeOneByOneAfterEveryOperation() throws Exception {
        for (Shapes shape : Shapes.ALL) {
            long seed = shape.name().hashCode();
            var random = new Random(seed);
            Schedule schedule = new Schedule(ResourceGraph.of(shape.small()), PruneFilters.DEFAULT, Graphs.HORIZON);
            var operations = new RandomOperations(schedule, shape, random);
            for (int step = 0; step < STEPS; step++) {
                boolean shares = step > STEPS / 2 && random.nextInt(10) == 0;
                String done = shares ? share(schedule, random) : operations.next();
                for (int type = 0; type < schedule.graph().types().size(); type++) {
                    assertThat(schedule.holdings().free(schedule.graph().types().name(type)))
                            .as("%s, seed %d, step %d, %s", shape.name(), seed, step, done)
                            .isEqualTo(freeOneByOne(schedule, type));
                }
            }
            schedule.checkInvariants();
        }
    }

    /** Returns what no allocation has of the vertices above which nothing is down or allocated itself. */
    private static long freeOneByOne(Schedule schedule, int type) {
        ResourceGraph graph = schedule.graph();
        var taken = new HashMap<Integer, Long>();
        for (Booking booking : schedule.holdings().bookings()) {
            if (booking.kind() == BookingKind.ALLOCATION) {
                Selection held = schedule.holdings().selection(booking.job());
                for (int i = 0; i < held.size(); i++) {
                    int v = held.vertex(i);
                    taken.merge(v, held.exclusive(i) ? held.amount(i) : graph.size(v), Long::sum);
                }
            }
        }
        long free = 0;
        for (int v = 0; v < graph.vertexBound(); v++) {
            boolean counts = graph.contains(v) && graph.typeId(v) == type && !schedule.isShared(v);
            if (counts && schedule.statuses().isUp(v) && !isBelowAllocated(schedule, v)) {
                free += Math.max(0, graph.size(v) - taken.getOrDefault(v, 0L));
            }
        }
        return free;
    }

    private static boolean isBelowAllocated(Schedule schedule, int v) {
        Aggregates aggregates = schedule.aggregates();
        for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            if (schedule.holdings().holdsAllocation(u)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Shares vertices as in a child that has a part of a node: the vertices above some vertex that nobody holds belong
     * to others as well.
     */
    private static String share(Schedule schedule, Random random) {
        ResourceGraph graph = schedule.graph();
        int v = random.nextInt(graph.vertexBound());
        if (!graph.contains(v) || !schedule.holdings().holders(v).isEmpty()) {
            return "nothing more is shared";
        }
        Aggregates aggregates = schedule.aggregates();
        for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            schedule.markShared(new int[] {u});
        }
        return "ancestors of " + v + " are shared";
    }

    @Test
    void aBookingTouchesTheHoldsAndTheirAncestorsWhateverTheSizeOfTheGraph() throws Exception {
        long[] touched = new long[2];
        int[] nodes = {4, 400};
        for (int i = 0; i < 2; i++) {
            Schedule schedule = Graphs.schedule("cluster { " + nodes[i] + " node { 2 socket { 8 core } } }");
            schedule.holdings().free("core");
            long before = schedule.freeCountsTouched();
            book(schedule, BookingKind.ALLOCATION, NOW, "1 slot { 1 node }");
            touched[i] = schedule.freeCountsTouched() - before;
        }
        // The node with its ancestor, and the cluster: one whole hold and one that says that something is below.
        assertThat(touched).containsExactly(3, 3);
    }
}
