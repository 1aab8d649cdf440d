package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the vertices that meet criteria, and shows them with their ancestors. It changes nothing. O(V + holds of the
 * named jobs). For the thread that owns the schedule.
 */
public final class Finder {
    /** More levels than any graph has; guards the recursion. */
    private static final int MAX_LEVELS = 1_000;

    /**
     * The result of a search.
     *
     * @param selection the vertices and their ancestors, each whole, in post-order
     * @param count how many met the criteria themselves
     */
    public record Found(Selection selection, int count) {}

    /** The states that an ancestor passes on to the vertices below it. */
    private record Inherited(boolean down, boolean allocated, boolean reserved) {}

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Criteria criteria;
    private final Map<JobId, BitSet> left;
    private final Selection.Builder chosen = new Selection.Builder();
    private final BitSet seen = new BitSet();
    private final Map<JobId, Selection> selections = new HashMap<>();
    private final Map<Criteria, BitSet> members = new HashMap<>();
    private final BitSet met = new BitSet();
    private int count;

    private Finder(Schedule schedule, Criteria criteria, Map<JobId, BitSet> left) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.criteria = criteria;
        this.left = left;
    }

    /** The vertices of the schedule's graph that meet the criteria. */
    public static Found find(Schedule schedule, Criteria criteria) {
        return find(schedule, criteria, Map.of());
    }

    /**
     * Finds the vertices that meet the criteria, with vertices that count as tagged by a job although it has nothing
     * there any more.
     */
    public static Found find(Schedule schedule, Criteria criteria, Map<JobId, BitSet> left) {
        Finder finder = new Finder(schedule, criteria, left);
        int root = schedule.aggregates().root();
        if (root >= 0) {
            finder.visit(root, -1, 1, new Inherited(false, false, false));
        }
        return new Found(finder.chosen.build(), finder.count);
    }

    /** The vertices that meet the criteria themselves. Costs the same. */
    public static BitSet vertices(Schedule schedule, Criteria criteria) {
        Finder finder = new Finder(schedule, criteria, Map.of());
        int root = schedule.aggregates().root();
        if (root >= 0) {
            finder.visit(root, -1, 1, new Inherited(false, false, false));
        }
        return finder.met;
    }

    /** Adds the results at and below a vertex; says whether there was anything. */
    private boolean visit(int v, int inEdge, int level, Inherited above) {
        if (seen.get(v) || level > MAX_LEVELS) {
            return false;
        }
        seen.set(v);
        Inherited here = new Inherited(
                above.down() || schedule.statuses().of(v) != Status.UP,
                above.allocated() || holds(v, BookingKind.ALLOCATION),
                above.reserved() || holds(v, BookingKind.RESERVATION));
        boolean found = false;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == schedule.aggregates().dominant()) {
                found |= visit(graph.target(e), e, level + 1, here);
            }
        }
        boolean isMet = meets(criteria, v, here);
        met.set(v, isMet);
        count += isMet ? 1 : 0;
        if (isMet || found) {
            chosen.add(v, graph.size(v), true, level, inEdge);
        }
        return isMet || found;
    }

    /** Whether a job has the vertex itself by a booking of this kind. */
    private boolean holds(int v, BookingKind kind) {
        Occupancy occupancy = schedule.holdings().occupancy(v);
        if (occupancy == null) {
            return false;
        }
        for (JobId job : occupancy.jobs()) {
            if (schedule.holdings()
                    .booking(job)
                    .filter(booking -> booking.kind() == kind)
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private boolean meets(Criteria asked, int v, Inherited here) {
        return switch (asked) {
            case Criteria.HasStatus(Status status) -> here.down() == (status == Status.DOWN);
            case Criteria.AllocatedNow(boolean allocated) -> here.allocated() == allocated;
            case Criteria.ReservedLater(boolean reserved) -> here.reserved() == reserved;
            case Criteria.HeldBy held -> membersOf(held, held.job()).get(v);
            case Criteria.CountedBelow counted ->
                membersOf(counted, counted.job()).get(v);
            case Criteria.TaggedBy(JobId job) ->
                membersOf(asked, job).get(v)
                        || left.getOrDefault(job, new BitSet()).get(v);
            case Criteria.CountsBelow counts -> schedule.aggregates().isInterior(v);
            case Criteria.Any any -> true;
            case Criteria.Named(var names) -> names.contains(graph.name(v));
            case Criteria.WithProperty(String name) -> graph.properties(v).containsKey(name);
            case Criteria.Both(Criteria first, Criteria second) -> meets(first, v, here) && meets(second, v, here);
            case Criteria.Either(Criteria first, Criteria second) -> meets(first, v, here) || meets(second, v, here);
        };
    }

    /** The vertices of which one criterion about a job is true. */
    private BitSet membersOf(Criteria asked, JobId job) {
        return members.computeIfAbsent(asked, key -> {
            BitSet vertices = new BitSet();
            boolean wanted = schedule.holdings()
                    .booking(job)
                    .filter(booking -> !(key instanceof Criteria.HeldBy by) || booking.kind() == by.kind())
                    .isPresent();
            if (wanted) {
                Selection selection = selections.computeIfAbsent(job, schedule.holdings()::selection);
                for (int i = 0; i < selection.size(); i++) {
                    boolean isMember = switch (key) {
                        case Criteria.HeldBy held -> selection.exclusive(i);
                        case Criteria.CountedBelow counted -> hasFilter(selection.vertex(i)) && hasBelow(selection, i);
                        case Criteria other -> true;
                    };
                    vertices.set(selection.vertex(i), isMember);
                }
            }
            return vertices;
        });
    }

    private boolean hasFilter(int v) {
        return schedule.aggregates().isInterior(v) && schedule.aggregates().trackedTypes(v).length > 0;
    }

    /** Whether the selection, which is in post-order, has something below a position. */
    private static boolean hasBelow(Selection selection, int i) {
        return i > 0 && selection.level(i - 1) > selection.level(i);
    }
}
