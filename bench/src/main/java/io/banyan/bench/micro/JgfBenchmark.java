package io.banyan.bench.micro;

import io.banyan.bench.graphs.BenchSystem;
import io.banyan.bench.graphs.SystemShape;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.JgfWriter;
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

/** A graph as JSON (JGF), and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class JgfBenchmark {
    /** How many nodes of 13 vertices there are. */
    @Param({"1", "128", "1000"})
    public int nodes = 1;

    private Subgraph subgraph = new ResourceGraph().toSubgraph();
    private String text = "";

    /** Makes the graph and its text. */
    @Setup
    public void make() throws GraphException {
        subgraph = BenchSystem.graph(SystemShape.UNIFORM, nodes).toSubgraph();
        text = JgfWriter.write(subgraph);
    }

    /** Writes it. */
    @Benchmark
    public String write() {
        return JgfWriter.write(subgraph);
    }

    /** Reads it. */
    @Benchmark
    public Subgraph read() throws GraphException {
        return JgfReader.read(text, "a graph");
    }

    /** Reads it, and makes a graph of it. */
    @Benchmark
    public ResourceGraph load() throws GraphException {
        return ResourceGraph.of(JgfReader.read(text, "a graph"));
    }
}
