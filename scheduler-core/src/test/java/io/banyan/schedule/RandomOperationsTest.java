package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchPolicy;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations in random order, with all invariants checked after each; the seed is the parameter. */
class RandomOperationsTest {

    private static final int STEPS = 400;
    private static final String SMALL = "cluster { 2 rack { 3 node { 2 socket { 3 core, 1 gpu, 2 memory:4 } } } }";
    private static final String LARGER =
            "cluster { 3 rack { 3 node { 3 socket { 3 core, 1 gpu, 2 memory:4 }, 1 nvme } } }";
    private static final List<String> REQUESTS = List.of(
            "1 slot { 1 node! }",
            "1-2 slot { 1 node }",
            "2 core!",
            "1 node { 1 slot { 1 socket { 2 core } } }",
            "1 slot { 1 socket { 3 core, 1 gpu, 2 memory } }",
            "1 node { 2 socket! }",
            "1 rack!",
            "1 rack { 2 node { 1 slot { 1 socket { 1 core } } } }",
            "3 memory!",
            "1 slot { 2 gpu, 1 memory }");

    private Schedule schedule = Graphs.schedule(SMALL);
    private long lastJob;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyInvariantHoldsAfterEveryOperation(long seed) throws Exception {
        var random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            String done = operate(random);
            try {
                schedule.checkInvariants();
            } catch (IllegalStateException e) {
                throw new AssertionError("seed " + seed + ", step " + step + ", " + done, e);
            }
        }
        for (Booking booking : schedule.holdings().bookings()) {
            schedule.cancel(booking.job());
        }
        schedule.checkInvariants();
        for (String type : List.of("core", "gpu", "memory", "node", "socket")) {
            assertThat(schedule.holdings().free(type, 0))
                    .as("%s, seed %d", type, seed)
                    .isEqualTo(schedule.holdings().total(type));
        }
        assertThat(schedule.aggregates().untouched(schedule.aggregates().root()))
                .isTrue();
    }

    private String operate(Random random) throws Exception {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> match(random);
            case 4 -> cancel(random);
            case 5, 6 -> release(random);
            case 7 -> attach(random);
            case 8 -> detach(random);
            default -> status(random);
        };
    }

    private String match(Random random) throws Exception {
        List<String> policies = List.of("first", "firstnodex", "high", "low", "hinodex", "lonode", "locality");
        String policy = policies.get(random.nextInt(policies.size()));
        String request = REQUESTS.get(random.nextInt(REQUESTS.size()))
                + (random.nextBoolean() ? " for " + (1 + random.nextInt(100)) : "");
        long now = random.nextInt(50);
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        MatchResult result = matcher.match(Jobs.jobspec(request), MatchOperation.ALLOCATE_ORELSE_RESERVE, now);
        if (result instanceof MatchResult.Allocated allocated) {
            commit(BookingKind.ALLOCATION, allocated.window(), allocated.selection());
        } else if (result instanceof MatchResult.Reserved reserved) {
            commit(BookingKind.RESERVATION, reserved.window(), reserved.selection());
        }
        return "match " + policy + " " + request + ": " + result.getClass().getSimpleName();
    }

    private void commit(BookingKind kind, TimeWindow window, Selection selection) {
        var job = new JobId(++lastJob);
        schedule.commit(job, kind, window, selection);
        Selection held = schedule.holdings().selection(job);
        assertThat(held.size()).isEqualTo(selection.size());
        for (int i = 0; i < held.size(); i++) {
            assertThat(held.vertex(i)).isEqualTo(selection.vertex(i));
            assertThat(held.exclusive(i)).isEqualTo(selection.exclusive(i));
        }
    }

    private String cancel(Random random) {
        List<Booking> bookings = schedule.holdings().bookings();
        if (bookings.isEmpty()) {
            return "nothing to cancel";
        }
        JobId job = bookings.get(random.nextInt(bookings.size())).job();
        schedule.cancel(job);
        return "cancel " + job;
    }

    private String release(Random random) {
        List<Booking> bookings = schedule.holdings().bookings();
        if (bookings.isEmpty()) {
            return "nothing to release";
        }
        JobId job = bookings.get(random.nextInt(bookings.size())).job();
        Selection held = schedule.holdings().selection(job);
        if (held.size() == 0) {
            schedule.cancel(job);
            return "cancel of an empty job";
        }
        int[] part = {held.vertex(random.nextInt(held.size()))};
        String path = schedule.graph().path(part[0]);
        boolean more = random.nextBoolean() ? schedule.release(job, part) : schedule.releaseVertices(job, part);
        assertThat(more).isEqualTo(schedule.holdings().selection(job).size() > 0);
        return "release " + path + " of job " + job;
    }

    private String attach(Random random) throws Exception {
        Subgraph subgraph = Graphs.subgraph(random.nextBoolean() ? SMALL : LARGER);
        schedule.attach(subgraph);
        return "attach";
    }

    private String detach(Random random) {
        ResourceGraph graph = schedule.graph();
        int v = random.nextInt(graph.vertexBound());
        if (!graph.contains(v) || v == graph.root()) {
            return "nothing to detach";
        }
        String path = graph.path(v);
        boolean used = !schedule.holdings().jobsWithin(v).isEmpty();
        try {
            schedule.detach(new int[] {v});
            assertThat(used).as(path).isFalse();
        } catch (IllegalStateException e) {
            assertThat(used).as(path + ": " + e.getMessage()).isTrue();
        }
        return "detach " + path;
    }

    private String status(Random random) {
        int v = random.nextInt(schedule.graph().vertexBound());
        if (schedule.graph().contains(v)) {
            schedule.setStatus(v, random.nextInt(3) == 0 ? Status.DOWN : Status.UP);
        }
        return "status of " + v;
    }
}
