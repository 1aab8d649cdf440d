package io.banyan.sim.generate;

import io.banyan.sim.trace.Trace;
import io.banyan.sim.workload.Workload;
import java.util.List;
import java.util.OptionalLong;

/**
 * A model that workloads are drawn from. The same model, settings and seed give the same workload, on every machine.
 *
 * @param words as they were written: {@code lublin:jobs=1000,nodes=256,seed=7}
 * @param seed where nobody names another one
 */
public record Generator(String words, int jobs, int nodes, long seed) {
    /** What can be written. */
    public static final String WRITTEN = "lublin[:jobs=N,nodes=N,seed=N]";

    private static final int MOST_JOBS = 1_000_000;
    private static final int MOST_NODES = 1 << 20;

    /**
     * Reads the name of a model with its settings.
     *
     * @throws IllegalArgumentException where there is no such model or setting; the message says which there are
     */
    public static Generator parse(String words) {
        int colon = words.indexOf(':');
        String model = colon < 0 ? words : words.substring(0, colon);
        if (!model.equals("lublin")) {
            throw new IllegalArgumentException("expected " + WRITTEN + ", found '" + words + "'");
        }
        var settings =
                new Settings(model, colon < 0 ? "" : words.substring(colon + 1), List.of("jobs", "nodes", "seed"));
        return new Generator(
                words,
                (int) settings.number("jobs", 1000, 1, MOST_JOBS),
                (int) settings.number("nodes", 128, 1, MOST_NODES),
                settings.number("seed", 1, 0, Long.MAX_VALUE));
    }

    /** The workload of a seed. O(jobs). */
    public Trace trace(long ofSeed) {
        var workload = new Workload(words + " (seed " + ofSeed + ")", new Lublin(ofSeed, nodes).jobs(jobs), List.of());
        return new Trace(workload, nodes, 1, OptionalLong.empty());
    }
}
