package io.banyan.cli.query;

import java.util.List;

/** {@code stat}. */
record StatCommand(Session session) implements SessionCommand {
    private static final long BYTES_PER_MIB = 1 << 20;

    @Override
    public Syntax syntax() {
        return new Syntax("stat", "s", "", "print sizes and times");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(0, 0);
        Statistics statistics = session.statistics();
        Runtime runtime = Runtime.getRuntime();
        print("Num. of Vertices: " + session.graph().vertexCount());
        print("Num. of Edges: " + session.graph().edgeCount());
        print("Num. of Jobs Matched: " + statistics.matched());
        print("Num. of Jobs Not Matched: " + statistics.failed());
        print("Min. Match Time: %f Secs".formatted(statistics.minSec()));
        print("Max. Match Time: %f Secs".formatted(statistics.maxSec()));
        print("Avg. Match Time: %f Secs".formatted(statistics.averageSec()));
        print("Memory: " + (runtime.totalMemory() - runtime.freeMemory()) / BYTES_PER_MIB + " MiB");
    }

    private void print(String line) {
        session.console().println("INFO: " + line);
    }
}
