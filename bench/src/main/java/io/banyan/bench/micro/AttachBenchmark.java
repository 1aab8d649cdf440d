package io.banyan.bench.micro;

import io.banyan.bench.graphs.BenchSystem;
import io.banyan.bench.graphs.Fill;
import io.banyan.bench.graphs.SystemShape;
import io.banyan.graph.Attachment;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.Schedule;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A node with all that is in it leaves the graph of a schedule, and comes back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class AttachBenchmark {
    /** How many nodes there are. */
    @Param({"128", "1000", "10000"})
    public int nodes = 128;

    /** How many of them are in use. */
    @Param({"EMPTY", "NEARLY_FULL"})
    public Fill fill = Fill.EMPTY;

    private Schedule schedule =
            BenchSystem.of(SystemShape.UNIFORM, 2, Fill.EMPTY).schedule();
    private Subgraph node = part(schedule.graph(), 1);
    private String path = "";

    /** Makes the system; the node is an idle one. */
    @Setup
    public void make() {
        schedule = BenchSystem.of(SystemShape.UNIFORM, nodes, fill).schedule();
        int v = schedule.graph().verticesOfRank(nodes / 2)[0];
        path = schedule.graph().path(v);
        node = part(schedule.graph(), v);
    }

    /** The node with all below it, and the cluster above it. */
    private static Subgraph part(ResourceGraph graph, int v) {
        var selection = new Selection.Builder();
        below(graph, v, selection);
        selection.add(graph.root(), 1, false, 1, -1);
        return selection.build().toSubgraph(graph);
    }

    private static void below(ResourceGraph graph, int v, Selection.Builder into) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            below(graph, graph.target(e), into);
        }
        int containment = graph.subsystemId(Subsystem.CONTAINMENT);
        into.add(v, graph.size(v), true, graph.depth(v) + 1, graph.inEdge(v, containment));
    }

    /** Detaches and attaches it. */
    @Benchmark
    public Attachment detachAndAttach() throws GraphException {
        schedule.detach(new int[] {schedule.graph().find(path)});
        return schedule.attach(node);
    }
}
