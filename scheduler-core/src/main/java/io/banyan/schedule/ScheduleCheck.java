package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of a schedule, checked the slow way: every hold adds up, the vertices' spans are those of the holds,
 * no vertex that one job has is touched by another at the same time, and the free amounts of each interior vertex equal
 * its total without the holds there, at every instant with a change. O(jobs x their holds + instants x vertices).
 */
final class ScheduleCheck {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Occupancies occupancies;
    private final Collection<Holding> holdings;
    private final int types;
    private final int[] vertices;
    /** By vertex: the holds of jobs on it. */
    private final @Nullable List<Claim>[] claims;

    /** That a job has a vertex: the vertex itself, or only something below it. */
    private record Claim(Booking booking, @Nullable Hold hold, boolean exclusive, long amount) {}

    @SuppressWarnings({"unchecked", "rawtypes"})
    ScheduleCheck(Schedule schedule, Occupancies occupancies, Collection<Holding> holdings) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.occupancies = occupancies;
        this.holdings = holdings;
        this.types = graph.types().size();
        this.claims = new List[graph.vertexBound()];
        this.vertices =
                IntStream.range(0, graph.vertexBound()).filter(graph::contains).toArray();
    }

    void run() {
        for (Holding holding : holdings) {
            checkHolding(holding);
            collect(holding);
        }
        checkSpans();
        var instants = new TreeSet<Long>(List.of(schedule.horizon().startSec()));
        for (Holding holding : holdings) {
            instants.add(holding.booking().window().startSec());
            instants.add(holding.booking().window().endSec());
        }
        for (int v : vertices) {
            checkHolders(v);
            checkUse(v);
        }
        for (long instant : instants) {
            checkRoot(instant);
            for (int v : vertices) {
                checkAggregate(v, instant);
            }
        }
    }

    // ---- one job --------------------------------------------------------------------------------------------------

    private void checkHolding(Holding holding) {
        var children = new int[graph.vertexBound()];
        var below = new long[graph.vertexBound()][];
        for (Hold hold : holding.holds()) {
            require(graph.contains(hold.vertex), holding, "a vertex that is gone", hold);
            int parent = aggregates.parent(hold.vertex);
            if (parent >= 0) {
                children[parent]++;
                long[] sums = below[parent] == null ? new long[types] : below[parent];
                add(sums, hold.whole ? aggregates.sumsBelow(hold.vertex) : hold.below);
                sums[graph.typeId(hold.vertex)] += hold.amount;
                below[parent] = sums;
                require(holding.at(parent) != null, holding, "something below a parent that it does not hold", hold);
            }
        }
        for (Hold hold : holding.holds()) {
            require(hold.amount >= 0 && hold.amount <= graph.size(hold.vertex), holding, "a wrong amount", hold);
            require(hold.children == children[hold.vertex], holding, "another number of holds below", hold);
            require(!hold.whole || hold.children == 0, holding, "something below what it has whole", hold);
            require(!hold.whole || hold.amount == graph.size(hold.vertex), holding, "only a part, but whole", hold);
            require(hold.amount > 0 || hold.children > 0, holding, "nothing", hold);
            long[] sums = hold.whole ? null : below[hold.vertex];
            require(same(hold.below, sums == null ? new long[0] : sums), holding, "other sums than its holds", hold);
        }
    }

    private static void add(long[] sums, long[] more) {
        for (int t = 0; t < more.length; t++) {
            sums[t] += more[t];
        }
    }

    private static boolean same(long[] a, long[] b) {
        int length = Math.max(a.length, b.length);
        return Arrays.equals(Arrays.copyOf(a, length), Arrays.copyOf(b, length));
    }

    private void require(boolean right, Holding holding, String what, Hold hold) {
        if (!right) {
            throw new IllegalStateException("Job " + holding.booking().job() + " has " + what + " at vertex "
                    + hold.vertex + (graph.contains(hold.vertex) ? ", " + graph.path(hold.vertex) : "") + ".");
        }
    }

    private void collect(Holding holding) {
        Selection selection = schedule.holdings().selection(holding.booking().job());
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            List<Claim> there = claims[v];
            if (there == null) {
                there = new ArrayList<>();
                claims[v] = there;
            }
            there.add(new Claim(holding.booking(), holding.at(v), selection.exclusive(i), selection.amount(i)));
        }
        for (Hold hold : holding.holds()) {
            List<Claim> there = claims[hold.vertex];
            boolean selected = there != null && there.getLast().booking().equals(holding.booking());
            require(selected, holding, "a hold that is not part of what it has", hold);
        }
    }

    // ---- one vertex -----------------------------------------------------------------------------------------------

    private List<Claim> claims(int v) {
        List<Claim> there = claims[v];
        return there == null ? List.of() : there;
    }

    private void checkSpans() {
        var unused = new Spans.Table();
        for (int v = 0; v < graph.vertexBound(); v++) {
            var expected = new Occupancy();
            for (Claim claim : claims(v)) {
                Hold hold = claim.hold();
                if (hold != null && hold.amount > 0) {
                    expected.add(unused, claim.booking().job(), claim.booking().window(), hold.amount);
                    expected.countAllocation(claim.booking().kind() == BookingKind.ALLOCATION ? 1 : 0);
                }
            }
            Occupancy occupancy = occupancies.at(v);
            if (occupancy == null ? !expected.isEmpty() : !occupancy.isSameAs(expected)) {
                throw new IllegalStateException("Vertex " + v + " has other spans than the jobs that hold it.");
            }
        }
    }

    /**
     * A job that has a vertex has it alone, unless it has a part of it and all parts together are not more than it is;
     * whole holds above count as well, since selections spell them out.
     */
    private void checkHolders(int v) {
        List<Claim> there = claims(v);
        for (Claim claim : there) {
            long start = claim.booking().window().startSec();
            long sum = there.stream()
                    .filter(other ->
                            other.exclusive() && other.booking().window().contains(start))
                    .mapToLong(Claim::amount)
                    .sum();
            if (sum > graph.size(v)) {
                throw new IllegalStateException(graph.path(v) + " is held beyond its size at " + start + ".");
            }
        }
        for (int i = 0; i < there.size(); i++) {
            for (int j = i + 1; j < there.size(); j++) {
                Claim one = there.get(i);
                Claim other = there.get(j);
                boolean parts = one.amount() < graph.size(v) && other.amount() < graph.size(v);
                if (!parts
                        && (one.exclusive() || other.exclusive())
                        && one.booking().window().overlaps(other.booking().window())) {
                    throw new IllegalStateException(
                            graph.path(v) + " is held by job " + one.booking().job() + " and job "
                                    + other.booking().job() + ", and by one of them exclusively.");
                }
            }
        }
    }

    private void checkUse(int v) {
        boolean used = claims(v).stream().anyMatch(claim -> claim.hold() != null && !claim.hold().whole);
        if (aggregates.isInterior(v) && aggregates.untouched(v) == used) {
            throw new IllegalStateException(
                    graph.path(v) + (used ? " has" : " has no") + " job with something below it, but says otherwise.");
        }
    }

    private void checkAggregate(int v, long instantSec) {
        if (!aggregates.isInterior(v)) {
            return;
        }
        var taken = new long[types];
        int jobs = 0;
        for (Claim claim : claims(v)) {
            Hold hold = claim.hold();
            if (hold != null && !hold.whole && claim.booking().window().contains(instantSec)) {
                add(taken, hold.below);
                jobs++;
            }
        }
        var instant = new TimeWindow(instantSec, instantSec + 1);
        if (aggregates.jobsBelow(v, instant) != jobs) {
            throw new IllegalStateException(graph.path(v) + " has " + jobs + " jobs below it at " + instantSec
                    + ", but counts " + aggregates.jobsBelow(v, instant) + ".");
        }
        int[] tracked = aggregates.trackedTypes(v);
        for (int i = 0; i < tracked.length; i++) {
            compare(v, i, tracked[i], taken[tracked[i]], instant);
        }
    }

    private void compare(int v, int position, int type, long taken, TimeWindow instant) {
        long expected = aggregates.total(v, position) - taken;
        long actual = aggregates.freeDuring(v, position, instant);
        if (actual != expected) {
            throw new IllegalStateException(graph.path(v) + " should have " + expected + " of "
                    + graph.types().name(type) + " free at " + instant.startSec() + ", but says " + actual + ".");
        }
    }

    /** Checks the aggregates of the root against the vertices one by one, computed only from the grants of the jobs. */
    private void checkRoot(long instantSec) {
        int root = aggregates.root();
        if (root < 0 || !aggregates.isInterior(root)) {
            return;
        }
        var taken = new long[types];
        for (int v : vertices) {
            for (Claim claim : claims(v)) {
                if (v != root && claim.exclusive() && claim.booking().window().contains(instantSec)) {
                    taken[graph.typeId(v)] += claim.amount();
                }
            }
        }
        int[] tracked = aggregates.trackedTypes(root);
        for (int i = 0; i < tracked.length; i++) {
            compare(root, i, tracked[i], taken[tracked[i]], new TimeWindow(instantSec, instantSec + 1));
        }
    }
}
