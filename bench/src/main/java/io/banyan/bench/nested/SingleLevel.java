package io.banyan.bench.nested;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.GraphFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's section 5.1: the cost of a grow beside that of an allocation of the same resources at one level. Two
 * schedules end with the same two nodes, each with 32 cores. One has them from the beginning and gives them to two
 * jobs. The other has one of them, is full, and gets the second for its job. In this process, without a daemon, on one
 * thread.
 */
final class SingleLevel {
    private static final TimeWindow HORIZON = new TimeWindow(0, 3_153_600_000L);
    private static final JobId FIRST = new JobId(1);
    private static final JobId SECOND = new JobId(2);
    private static final int COPIES = 400;

    private final Path twoNodes;
    private final Path oneNode;
    private final Jobspec node;
    private final Subgraph granted;

    /** Where one repetition's time went, in nanoseconds. */
    record Times(long allocate, long book, long refuse, long addUpdate) {}

    /**
     * The heap that a schedule takes, with its graph and its bookings.
     *
     * @param allocated bytes where both nodes were there from the beginning
     * @param grown bytes where the second was added
     */
    record Memory(long allocated, long grown) {}

    /**
     * Reads its input.
     *
     * @param home the directory with the resource graphs
     * @param node a jobspec for one whole node
     */
    SingleLevel(Path home, Jobspec node) throws GraphException, JobspecException {
        this.twoNodes = home.resolve("resource-graphs/l3.graphml");
        this.oneNode = home.resolve("resource-graphs/l4.graphml");
        this.node = node;
        Schedule parent = schedule(twoNodes);
        Subgraph one = give(parent, FIRST).toSubgraph(parent.graph());
        Subgraph other = give(parent, SECOND).toSubgraph(parent.graph());
        ResourceGraph there = schedule(oneNode).graph();
        boolean isThere = one.vertices().stream().allMatch(vertex -> there.find(vertex.path()) >= 0);
        this.granted = isThere ? other : one;
    }

    /** Repeats both ways; the times exclude the construction of the schedules. */
    List<Times> run(int repetitions) throws GraphException, JobspecException {
        List<Times> all = new ArrayList<>(repetitions);
        for (int i = 0; i < repetitions; i++) {
            all.add(once());
        }
        return all;
    }

    private Times once() throws GraphException, JobspecException {
        Schedule both = schedule(twoNodes);
        give(both, FIRST);
        var matcher = new Matcher(both, MatchPolicy.FIRST);
        long begin = System.nanoTime();
        MatchResult.Allocated allocated = allocated(matcher.match(node, MatchOperation.ALLOCATE, 0));
        long matched = System.nanoTime();
        both.commit(SECOND, BookingKind.ALLOCATION, allocated.window(), allocated.selection());
        long booked = System.nanoTime();

        Schedule one = schedule(oneNode);
        give(one, FIRST);
        var full = new Matcher(one, MatchPolicy.FIRST);
        long asked = System.nanoTime();
        MatchResult no = full.match(node, MatchOperation.ALLOCATE, 0);
        long refused = System.nanoTime();
        grow(one);
        long grown = System.nanoTime();
        if (no instanceof MatchResult.Allocated) {
            throw new IllegalStateException("The full level had something free.");
        }
        return new Times(matched - begin, booked - matched, refused - asked, grown - refused);
    }

    /** Adds the second node and books it to the job that is there. */
    private void grow(Schedule schedule) throws GraphException {
        schedule.attach(granted);
        ResourceGraph graph = schedule.graph();
        int containment = graph.subsystemId(Subsystem.CONTAINMENT);
        var selection = new Selection.Builder();
        for (SubgraphVertex vertex : granted.vertices()) {
            int v = graph.find(vertex.path());
            selection.add(v, vertex.size(), vertex.exclusive(), graph.depth(v) + 1, graph.inEdge(v, containment));
        }
        schedule.extend(FIRST, selection.build());
    }

    /** Creates both schedules: one that had both nodes from the beginning, and one that has grown. */
    List<Schedule> ends() throws GraphException, JobspecException {
        return List.of(ended(true), ended(false));
    }

    private Schedule ended(boolean fromTheBeginning) throws GraphException, JobspecException {
        Schedule schedule = schedule(fromTheBeginning ? twoNodes : oneNode);
        give(schedule, FIRST);
        if (fromTheBeginning) {
            give(schedule, SECOND);
        } else {
            grow(schedule);
        }
        return schedule;
    }

    /** Measures many schedules of each kind that are kept at the same time. */
    Memory memory() throws GraphException, JobspecException {
        return new Memory(heap(true), heap(false));
    }

    private long heap(boolean fromTheBeginning) throws GraphException, JobspecException {
        var kept = new Schedule[COPIES];
        long before = used();
        for (int i = 0; i < COPIES; i++) {
            kept[i] = ended(fromTheBeginning);
        }
        long bytes = (used() - before) / COPIES;
        if (kept[COPIES - 1].graph().vertexCount() != kept[0].graph().vertexCount()) {
            throw new IllegalStateException("The schedules are not alike.");
        }
        return bytes;
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static Schedule schedule(Path graph) throws GraphException {
        return new Schedule(GraphFiles.load(graph), PruneFilters.parse("ALL:core"), HORIZON);
    }

    private Selection give(Schedule schedule, JobId job) throws JobspecException {
        MatchResult.Allocated found =
                allocated(new Matcher(schedule, MatchPolicy.FIRST).match(node, MatchOperation.ALLOCATE, 0));
        schedule.commit(job, BookingKind.ALLOCATION, found.window(), found.selection());
        return found.selection();
    }

    private static MatchResult.Allocated allocated(MatchResult result) {
        if (result instanceof MatchResult.Allocated allocated) {
            return allocated;
        }
        throw new IllegalStateException("A node should be free, but: " + result);
    }
}
