package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.graph.Subgraph;
import io.banyan.resource.JobId;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests that what a change touches depends on the change and the depth, not on the size of the system (paper, section
 * 3).
 */
class LocalisationTest {

    private static final int ROUNDS = 100;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final String NODE = "2 socket { 16 core }";
    /** The node that is attached: 1 node, 2 sockets and 32 cores below a cluster that exists already. */
    private static final int NODE_VERTICES = 35;

    private static Schedule clusterOf(int nodes) {
        return Graphs.schedule("cluster { " + nodes + " node { " + NODE + " } }");
    }

    /** The cluster with one node more than there are, as a subgraph that begins at the root. */
    private static Subgraph nodeNumber(int number) {
        Subgraph two = Graphs.subgraph("cluster { " + (number + 1) + " node { " + NODE + " } }");
        int first = 1 + number * NODE_VERTICES;
        var vertices = new java.util.ArrayList<>(two.vertices().subList(first, first + NODE_VERTICES));
        vertices.addFirst(two.vertices().getFirst());
        var edges = two.edges().stream()
                .filter(edge -> edge.target() >= first)
                .map(edge -> new io.banyan.graph.SubgraphEdge(
                        edge.source() == 0 ? 0 : edge.source() - first + 1,
                        edge.target() - first + 1,
                        edge.subsystem()))
                .toList();
        return new Subgraph(vertices, edges);
    }

    private record Touched(long graph, long schedule) {

        static Touched of(Schedule schedule) {
            return new Touched(schedule.graph().touched(), schedule.touched());
        }

        Touched since(Touched before) {
            return new Touched(graph - before.graph, schedule - before.schedule);
        }
    }

    private static Touched attach(Schedule schedule, int nodes) throws Exception {
        Touched before = Touched.of(schedule);
        schedule.attach(nodeNumber(nodes));
        Touched touched = Touched.of(schedule).since(before);
        schedule.checkInvariants();
        return touched;
    }

    private static Touched detach(Schedule schedule, int nodes) {
        Touched before = Touched.of(schedule);
        schedule.detach(new int[] {schedule.graph().find("/cluster0/node" + nodes)});
        Touched touched = Touched.of(schedule).since(before);
        schedule.checkInvariants();
        return touched;
    }

    @Test
    void attachingANodeTouchesTheNodeAndItsAncestorsOnly() throws Exception {
        Schedule small = clusterOf(16);
        Schedule large = clusterOf(640);

        Touched inSmall = attach(small, 16);
        Touched inLarge = attach(large, 640);

        assertThat(inLarge).isEqualTo(inSmall);
        // The aggregates of the 35 new vertices are written once each, and those of the cluster above them.
        assertThat(inSmall.schedule()).isEqualTo(NODE_VERTICES + 1);
    }

    @Test
    void detachingANodeTouchesTheNodeAndItsAncestorsOnly() throws Exception {
        Schedule small = clusterOf(16);
        Schedule large = clusterOf(640);

        Touched inSmall = detach(small, 3);
        Touched inLarge = detach(large, 3);

        assertThat(inLarge).isEqualTo(inSmall);
        assertThat(inSmall.schedule()).isEqualTo(NODE_VERTICES + 1);
    }

    /** The least of many rounds: what the virtual machine itself allocates now and then is not counted. */
    private static long bytesOfDetachAndAttach(int nodes) throws Exception {
        Schedule schedule = clusterOf(nodes);
        Subgraph node = nodeNumber(3);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            int[] top = {schedule.graph().find("/cluster0/node3")};
            long before = THREADS.getCurrentThreadAllocatedBytes();
            schedule.detach(top);
            schedule.attach(node);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        schedule.checkInvariants();
        return least;
    }

    @Test
    void detachingAndAttachingANodeAllocatesTheSameHoweverManyThereAre() throws Exception {
        long few = bytesOfDetachAndAttach(16);
        long many = bytesOfDetachAndAttach(1_600);
        assertThat(many).isBetween(few - few / 10, few + few / 10);
        // About 600 bytes a vertex, as measured: path, positions, plan.
        assertThat(many).isLessThan(NODE_VERTICES * 1_000L);
    }

    @Test
    void aWholeNodeJobTouchesTheNodeAndItsAncestorsOnly() {
        long[] touched = new long[2];
        int[] sizes = {16, 640};
        for (int i = 0; i < 2; i++) {
            Schedule schedule = clusterOf(sizes[i]);
            long before = schedule.touched();
            book(schedule);
            touched[i] = schedule.touched() - before;
        }
        // One span on the node, one aggregate on the cluster.
        assertThat(touched).containsExactly(2, 2);
    }

    private static void book(Schedule schedule) {
        var marks = new Marks(schedule.graph());
        marks.clear();
        int node = schedule.graph().find("/cluster0/node0");
        for (int v = 0; v < schedule.graph().vertexBound(); v++) {
            boolean inside = schedule.graph().path(v).startsWith("/cluster0/node0/") || v == node;
            if (inside || v == schedule.graph().root()) {
                marks.mark(v, schedule.graph().firstIn(v), 1, inside, null);
            }
        }
        schedule.commit(
                new JobId(1),
                BookingKind.ALLOCATION,
                schedule.horizon(),
                marks.select(schedule.graph().root()));
    }
}
