package io.banyan.bench.micro;

import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.bench.graphs.BenchSystem;
import io.banyan.bench.graphs.SystemShape;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.session.Down;
import io.banyan.rpc.wire.session.ParentFrames;
import io.banyan.v1.ParentFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

/** Encodes a grant of a parent to its child as bytes of their session, and decodes it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class GrantCodecBenchmark {
    /** How many nodes of 13 vertices are granted. */
    @Param({"1", "16", "172"})
    public int nodes = 1;

    private Down down = granted(1);
    private byte[][] frames = {};

    /** Makes the message and its bytes. */
    @Setup
    public void make() {
        down = granted(nodes);
        frames = write();
    }

    private static Down granted(int nodes) {
        try {
            ResourceGraph graph = BenchSystem.graph(SystemShape.UNIFORM, nodes);
            Subgraph all = Selection.all(graph).toSubgraph(graph);
            List<SubgraphVertex> vertices = new ArrayList<>(all.vertices());
            int root = vertices.size() - 1;
            vertices.set(root, vertices.get(root).withExclusive(false));
            var grant =
                    new Grant("request", new Subgraph(vertices, all.edges()), new GrantSource("/", Optional.empty()));
            return new Down(new DownMessage.Granted(grant, ""), List.of());
        } catch (GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    /** To bytes. */
    @Benchmark
    public byte[][] write() {
        return ParentFrames.write(down).stream().map(ParentFrame::toByteArray).toArray(byte[][]::new);
    }

    /** From bytes. */
    @Benchmark
    public Optional<Down> read() throws WireException, InvalidProtocolBufferException {
        var reader = new ParentFrames();
        Optional<Down> read = Optional.empty();
        for (byte[] frame : frames) {
            read = reader.read(ParentFrame.parseFrom(frame));
        }
        return read;
    }
}
