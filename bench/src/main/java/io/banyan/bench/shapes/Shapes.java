package io.banyan.bench.shapes;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.graph.io.GraphFiles;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.tree.InProcessTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bench/shapes}: trees of instances in this process, over gRPC's in-process transport: one very deep, one very
 * wide.
 */
@Command(
        name = "bench/shapes",
        description = {
            "Measure a chain of instances whose leaf grows by two sockets that only the top has, and a top with many"
                    + " children. One child, or all children at once, grow by two sockets.",
            "All instances run in one process, over gRPC's in-process transport. Journals are in memory."
        },
        showDefaultValues = true)
public final class Shapes implements Callable<Integer> {
    private static final Path GRAPH = Path.of("resource-graphs", "l0.graphml");
    private static final long PATIENCE_MILLIS = 30_000;
    /** Number of sockets with which a child in the wide tree is spawned; it grows by two. */
    private static final int OWN = 1;

    @Option(names = "--deep", paramLabel = "N", description = "levels below the top", defaultValue = "10")
    private int deep;

    @Option(names = "--wide", paramLabel = "N", description = "children of the top", defaultValue = "200")
    private int wide;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "number of measured rounds, after the same number of unmeasured rounds",
            defaultValue = "300")
    private int rounds;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final MarkdownTable table = new MarkdownTable("tree", "what", "times", "ms 50 %", "75 %", "most");

    private Shapes() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Shapes(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--deep", deep);
        Benchmark.atLeast(1, spec, "--wide", wide);
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        System.out.println(MachineDescription.here() + "\n");
        deep();
        wide();
        System.out.print(table);
        return 0;
    }

    private void deep() throws Exception {
        try (InProcessTree top = InProcessTree.root(GraphFiles.load(GRAPH))) {
            InProcessTree leaf = top;
            for (int level = 1; level <= deep; level++) {
                leaf = spawn(leaf, sockets(OWN));
            }
            measure(deep + " deep", leaf, "leaf");
        }
    }

    private void wide() throws Exception {
        try (InProcessTree top = InProcessTree.root(GraphFiles.load(GRAPH))) {
            List<InProcessTree> children = new ArrayList<>();
            double[] spawns = new double[wide];
            for (int i = 0; i < wide; i++) {
                long begin = System.nanoTime();
                children.add(spawn(top, sockets(OWN)));
                spawns[i] = millisSince(begin);
            }
            row(wide + " wide", "spawn", spawns);
            measure(wide + " wide", children.get(0), "one");
            allAtOnce(children);
        }
    }

    private void measure(String tree, InProcessTree at, String who) throws JobspecException {
        Jobspec two = sockets(2);
        double[] grows = new double[rounds];
        double[] shrinks = new double[rounds];
        for (int i = -rounds; i < rounds; i++) {
            String id = who + i;
            long begin = System.nanoTime();
            grow(at, id, two);
            double grow = millisSince(begin);
            begin = System.nanoTime();
            shrink(at, id);
            if (i >= 0) {
                grows[i] = grow;
                shrinks[i] = millisSince(begin);
            }
        }
        row(tree, who + " grows", grows);
        row(tree, who + " shrinks", shrinks);
    }

    /** Grows as many children at once as the top has room for. */
    private void allAtOnce(List<InProcessTree> children) throws JobspecException {
        Jobspec two = sockets(2);
        long free = ((Answer.Stat) children.get(0).ask(new Request.Stat()))
                .statistics()
                .vertices();
        double[] all = new double[rounds];
        for (int i = -rounds; i < rounds; i++) {
            int round = i;
            long begin = System.nanoTime();
            try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
                List<CompletableFuture<Void>> asked = new ArrayList<>();
                for (int c = 0; c < children.size(); c++) {
                    InProcessTree child = children.get(c);
                    String id = "all" + round + "-" + c;
                    asked.add(CompletableFuture.runAsync(() -> growAndShrink(child, id, two), clients));
                }
                asked.forEach(CompletableFuture::join);
            }
            if (i >= 0) {
                all[i] = millisSince(begin);
            }
        }
        if (((Answer.Stat) children.get(0).ask(new Request.Stat())).statistics().vertices() != free) {
            throw new IllegalStateException("A child did not get rid of what it grew by.");
        }
        row(wide + " wide", "all grow and shrink", all);
    }

    private static void growAndShrink(InProcessTree child, String id, Jobspec jobspec) {
        Answer answer = child.ask(new Request.Grow(id, Optional.empty(), jobspec, PATIENCE_MILLIS));
        if (answer instanceof Answer.Grown) {
            shrink(child, id);
        } else if (!(answer instanceof Answer.Refused)) {
            throw new IllegalStateException(id + ": " + answer);
        }
    }

    private static void grow(InProcessTree at, String id, Jobspec jobspec) {
        Answer answer = at.ask(new Request.Grow(id, Optional.empty(), jobspec, PATIENCE_MILLIS));
        if (!(answer instanceof Answer.Grown)) {
            throw new IllegalStateException(id + ": " + answer);
        }
    }

    private static void shrink(InProcessTree at, String id) {
        Answer answer = at.ask(new Request.Shrink("back " + id, new ShrinkTarget.ByGrow(id)));
        if (!(answer instanceof Answer.Shrunk)) {
            throw new IllegalStateException(id + ": " + answer);
        }
    }

    private static InProcessTree spawn(InProcessTree at, Jobspec jobspec) {
        if (at.ask(new Request.Spawn(jobspec, "child", Map.of())) instanceof Answer.Spawned spawned) {
            return at.child(spawned.job().id());
        }
        throw new IllegalStateException("There is no room for a child.");
    }

    private void row(String tree, String what, double[] millis) {
        ValueSummary summary = ValueSummary.of(millis);
        table.row(
                tree,
                what,
                summary.count(),
                MarkdownTable.number(summary.median()),
                MarkdownTable.number(summary.upper()),
                MarkdownTable.number(summary.max()));
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    private static Jobspec sockets(int count) throws JobspecException {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "socket", "count": 1, "with": [{"type": "core", "count": 16}]}]}],
                 "tasks": [], "attributes": {"system": {"duration": 0}}}""".formatted(count), "sockets");
    }
}
