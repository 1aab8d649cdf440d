package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Powered;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Draws from a power subsystem against a search through all sets of nodes, for siblings of two kinds too: on random
 * small graphs with any mapping of nodes to distribution units, a request is met where some set of nodes meets it, as
 * early as one does, and what was drawn is given back exactly.
 */
class DrawsBruteForceTest {

    private static final List<String> POLICIES =
            List.of("first", "firstnodex", "high", "low", "hinode", "lonodex", "locality");
    private static final ResourceType WATTS = new ResourceType("power");
    private static final int REQUESTS = 40;
    private static final int CORES = 3;

    private Random random = new Random(0);
    private int[] unitOfNode = {};
    private long[] units = {};
    private long panel;
    private Schedule schedule = Graphs.schedule("cluster { 1 node { 1 core } }");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void agreesWithASearchThroughAllSetsOfNodes(int seed) throws Exception {
        random = new Random(seed);
        String graph = build();
        String policy = POLICIES.get(random.nextInt(POLICIES.size()));
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        for (int i = 1; i <= REQUESTS; i++) {
            var asked = new Asked(random, policy.endsWith("x"));
            String context = "seed " + seed + ", request " + i + ", " + policy + ": " + asked.text() + " on " + graph
                    + " with units " + Arrays.toString(units) + " of " + Arrays.toString(unitOfNode) + ", panel "
                    + panel;
            MatchResult result = matcher.match(Jobs.jobspec(asked.text()), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
            long earliest = earliest(asked);
            switch (result) {
                case MatchResult.Allocated found -> commit(i, context, earliest, found.window(), found.selection());
                case MatchResult.Reserved found -> commit(i, context, earliest, found.window(), found.selection());
                case MatchResult.Unsatisfiable never ->
                    assertThat(earliest).as(context).isEqualTo(Long.MAX_VALUE);
                case MatchResult.Busy busy -> throw new AssertionError(context + ": " + busy.reasons());
                case MatchResult.Matched it -> throw new AssertionError(context + ": no dry run was asked for");
                case MatchResult.Satisfiable it -> throw new AssertionError(context + ": resources were asked for");
            }
            disturb();
            schedule.checkInvariants();
        }
        for (Booking booking : schedule.holdings().bookings()) {
            schedule.cancel(booking.job());
            schedule.checkInvariants();
        }
        assertThat(Powered.left(schedule, "/powerpanel0", 0)).isEqualTo(panel);
        for (int unit = 0; unit < units.length; unit++) {
            assertThat(Powered.left(schedule, "/powerpanel0/pdu" + unit, 0)).isEqualTo(units[unit]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void endingAJobRestoresEverythingThatItTook(int seed) throws Exception {
        random = new Random(seed);
        build();
        var matcher = new Matcher(schedule, MatchPolicy.parse(POLICIES.get(random.nextInt(POLICIES.size()))));
        for (int i = 1; i <= REQUESTS; i++) {
            String before = snapshot();
            MatchResult result = matcher.match(
                    Jobs.jobspec(new Asked(random, false).text()), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
            var job = new JobId(i);
            switch (result) {
                case MatchResult.Allocated found ->
                    schedule.commit(job, BookingKind.ALLOCATION, found.window(), found.selection());
                case MatchResult.Reserved found ->
                    schedule.commit(job, BookingKind.RESERVATION, found.window(), found.selection());
                case MatchResult.Unsatisfiable never -> {
                    continue;
                }
                case MatchResult.Busy busy -> throw new AssertionError(busy.reasons());
                case MatchResult.Matched it -> throw new AssertionError("no dry run was asked for");
                case MatchResult.Satisfiable it -> throw new AssertionError("resources were asked for");
            }
            if (random.nextInt(3) == 0) {
                continue;
            }
            release(job);
            schedule.cancel(job);
            schedule.checkInvariants();
            assertThat(snapshot()).as("seed %d, job %d", seed, i).isEqualTo(before);
        }
    }

    /** Returns what is free of every vertex, below it and at its supplies, in windows that begin now and later. */
    private String snapshot() {
        var text = new StringBuilder();
        ResourceGraph graph = schedule.graph();
        int watts = graph.types().id(WATTS);
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (!graph.contains(v)) {
                continue;
            }
            text.append(v)
                    .append(schedule.statuses().of(v))
                    .append(schedule.holdings().holders(v));
            for (int sec = 0; sec < 100; sec += 7) {
                var window = new TimeWindow(sec, sec + 7);
                text.append(' ').append(schedule.holdings().freeDuring(v, window));
                int[] tracked = schedule.aggregates().trackedTypes(v);
                for (int i = 0; schedule.aggregates().isInterior(v) && i < tracked.length; i++) {
                    text.append('/').append(schedule.aggregates().freeDuring(v, i, window));
                }
                schedule.supplies()
                        .above(v, watts)
                        .forEach(supply -> text.append('+').append(supply.freeDuring(window)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private String build() {
        int racks = 1 + random.nextInt(2);
        int nodes = 1 + random.nextInt(3);
        units = random.longs(1 + random.nextInt(3), 4, 12).toArray();
        panel = 6L + random.nextInt(20);
        unitOfNode = random.ints((long) racks * nodes, 0, units.length).toArray();
        String graph = "cluster { " + racks + " rack { " + nodes + " node { " + CORES + " core } } }";
        schedule = Powered.schedule(graph, panel, units, unitOfNode);
        return graph;
    }

    private void commit(int id, String context, long earliest, TimeWindow window, Selection selection) {
        assertThat(window.startSec()).as(context).isEqualTo(earliest);
        BookingKind kind = window.startSec() == 0 ? BookingKind.ALLOCATION : BookingKind.RESERVATION;
        schedule.commit(new JobId(id), kind, window, selection);
    }

    private void disturb() {
        List<Booking> bookings = schedule.holdings().bookings();
        if (bookings.isEmpty() || random.nextInt(2) == 0) {
            return;
        }
        JobId job = bookings.get(random.nextInt(bookings.size())).job();
        if (random.nextBoolean()) {
            schedule.cancel(job);
            return;
        }
        if (!release(job)) {
            schedule.cancel(job);
        }
    }

    /** Releases something of a job at random; returns whether it holds anything still. */
    private boolean release(JobId job) {
        Selection held = schedule.holdings().selection(job);
        if (held.isEmpty()) {
            return true;
        }
        int v = held.vertex(random.nextInt(held.size()));
        return random.nextBoolean()
                ? schedule.release(job, new int[] {v})
                : schedule.releaseAmounts(job, new int[] {v}, new long[] {Long.MAX_VALUE});
    }

    /** The first instant at which some set of nodes will do, among all at which anything changes. */
    private long earliest(Asked asked) {
        var instants = new TreeSet<Long>();
        instants.add(0L);
        instants.add(1L);
        for (Booking booking : schedule.holdings().bookings()) {
            instants.add(booking.window().startSec());
            instants.add(booking.window().endSec());
        }
        for (long instant : instants) {
            var window = TimeWindow.startingAt(instant, asked.duration, Graphs.HORIZON.endSec());
            if (someSetWillDo(asked, window)) {
                return instant;
            }
        }
        return Long.MAX_VALUE;
    }

    private boolean someSetWillDo(Asked asked, TimeWindow window) {
        List<Integer> usable = IntStream.range(0, unitOfNode.length)
                .filter(node -> isUsable(node, asked, window))
                .boxed()
                .toList();
        return someWayWillDo(asked, window, usable, 0, asked.nodes, asked.others, new long[units.length]);
    }

    /** Each usable node for the first kind, for the other kind or for none. */
    private boolean someWayWillDo(
            Asked asked, TimeWindow window, List<Integer> usable, int at, int nodes, int others, long[] drawn) {
        if (nodes == 0 && others == 0) {
            return hasRoom(drawn, Arrays.stream(drawn).sum(), window);
        }
        if (at == usable.size()) {
            return false;
        }
        int unit = unitOfNode[usable.get(at)];
        return (nodes > 0
                        && someWayWillDo(
                                asked, window, usable, at + 1, nodes - 1, others, plus(drawn, unit, asked.watts)))
                || (others > 0
                        && someWayWillDo(
                                asked, window, usable, at + 1, nodes, others - 1, plus(drawn, unit, asked.otherWatts)))
                || someWayWillDo(asked, window, usable, at + 1, nodes, others, drawn);
    }

    private static long[] plus(long[] drawn, int unit, long watts) {
        long[] sum = drawn.clone();
        sum[unit] += watts;
        return sum;
    }

    private boolean isUsable(int node, Asked asked, TimeWindow window) {
        int v = vertex(node);
        long held = 0;
        for (int e = schedule.graph().firstOut(v); e >= 0; e = schedule.graph().nextOut(e)) {
            held += isHeld(schedule.graph().target(e), window) ? 1 : 0;
        }
        return !isHeld(v, window) && (asked.whole ? held == 0 && !isTouched(v, window) : CORES - held >= asked.cores);
    }

    private int vertex(int node) {
        ResourceGraph graph = schedule.graph();
        return Arrays.stream(graph.verticesOfType(graph.types().id("node")))
                .filter(v -> graph.number(v) == node)
                .findFirst()
                .orElseThrow();
    }

    private boolean isHeld(int v, TimeWindow window) {
        return schedule.holdings().holders(v).stream()
                .anyMatch(job ->
                        schedule.holdings().booking(job).orElseThrow().window().overlaps(window));
    }

    private boolean isTouched(int v, TimeWindow window) {
        return schedule.holdings().jobsWithin(v).stream()
                .anyMatch(job ->
                        schedule.holdings().booking(job).orElseThrow().window().overlaps(window));
    }

    /** Adds up what the jobs' selections draw, instant by instant. */
    private boolean hasRoom(long[] drawn, long sum, TimeWindow window) {
        var instants = new ArrayList<Long>();
        instants.add(window.startSec());
        schedule.holdings()
                .bookings()
                .forEach(booking -> instants.add(booking.window().startSec()));
        for (long instant : instants) {
            if (!window.contains(instant)) {
                continue;
            }
            long[] all = drawn.clone();
            long together = sum;
            for (Booking booking : schedule.holdings().bookings()) {
                if (booking.window().contains(instant)) {
                    Selection held = schedule.holdings().selection(booking.job());
                    for (int i = 0; i < held.size(); i++) {
                        long watts = held.draws(i).getOrDefault(WATTS, 0L);
                        if (watts > 0) {
                            all[unitOfNode[(int) schedule.graph().number(held.vertex(i))]] += watts;
                            together += watts;
                        }
                    }
                }
            }
            boolean fits = together <= panel;
            for (int unit = 0; unit < units.length; unit++) {
                fits &= all[unit] <= units[unit];
            }
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** So many nodes, whole or with some cores of each, and what each draws. */
    private static final class Asked {
        final int nodes;
        final int cores;
        final boolean whole;
        final long watts;
        /** Whole nodes beside the first ones, of which each draws something else. */
        final int others;

        final long otherWatts;
        final long duration;
        private final boolean slots;

        Asked(Random random, boolean wholeNodes) {
            nodes = 1 + random.nextInt(3);
            cores = 1 + random.nextInt(CORES);
            slots = random.nextBoolean();
            whole = slots || wholeNodes;
            watts = 1L + random.nextInt(6);
            others = slots && random.nextInt(2) == 0 ? 1 + random.nextInt(2) : 0;
            otherWatts = 1L + random.nextInt(6);
            duration = 1L + random.nextInt(20);
        }

        String text() {
            String request = slots
                    ? nodes + " slot { 1 node { " + watts + " power } }"
                    : nodes + " node { " + watts + " power, 1 slot { " + cores + " core } }";
            String beside = others == 0 ? "" : ", " + others + " slot { 1 node { " + otherWatts + " power } }";
            return request + beside + " for " + duration + (others == 0 ? "" : " using siblings");
        }
    }
}
