package io.banyan.sim.generate;

import io.banyan.sim.trace.Trace;
import io.banyan.sim.workload.Workload;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * A model that workloads are drawn from. The same model, settings and seed give the same workload, on every machine.
 */
public final class Generator {
    /** The syntax of a model with its settings. */
    public static final String WRITTEN =
            "lublin[:jobs=N,nodes=N,seed=N], feitelson96[:jobs=N,nodes=N,gap=SECONDS,short=SECONDS,long=SECONDS,powers=N,"
                    + "order=N,long-percent=N,long-by-size=N,repeat-order=N,seed=N] or elastic[:jobs=N,gap=SECONDS,replicas=min|max,seed=N]";

    private static final List<String> FEITELSON = List.of(
            "jobs",
            "nodes",
            "gap",
            "short",
            "long",
            "powers",
            "order",
            "long-percent",
            "long-by-size",
            "repeat-order",
            "seed");
    private static final int MOST_JOBS = 1_000_000;
    private static final int MOST_PERCENT = 100;
    private static final int MOST_ORDER = 1000;
    private static final int MOST_NODES = 1 << 20;
    private static final long LONGEST_GAP_SEC = 1_000_000;
    private static final long LONGEST_RUN_SEC = 100_000_000;

    private final String words;
    private final long seed;
    private final LongFunction<Trace> bySeed;

    private Generator(String words, long seed, LongFunction<Trace> bySeed) {
        this.words = words;
        this.seed = seed;
        this.bySeed = bySeed;
    }

    /**
     * Reads the name of a model with its settings: {@code lublin:jobs=1000,nodes=256,seed=7}.
     *
     * @throws IllegalArgumentException where there is no such model or setting; the message says which there are
     */
    public static Generator parse(String words) {
        int colon = words.indexOf(':');
        String model = colon < 0 ? words : words.substring(0, colon);
        String settings = colon < 0 ? "" : words.substring(colon + 1);
        return switch (model) {
            case "lublin" -> lublin(words, new ModelSettings(model, settings, List.of("jobs", "nodes", "seed")));
            case "feitelson96" -> feitelson96(words, new ModelSettings(model, settings, FEITELSON));
            case "elastic" ->
                elastic(words, new ModelSettings(model, settings, List.of("jobs", "gap", "replicas", "seed")));
            default -> throw new IllegalArgumentException("expected " + WRITTEN + ", found '" + words + "'");
        };
    }

    private static Generator lublin(String words, ModelSettings settings) {
        int jobs = (int) settings.number("jobs", 1000, 1, MOST_JOBS);
        int nodes = (int) settings.number("nodes", 128, 1, MOST_NODES);
        return new Generator(
                words,
                seed(settings),
                seed -> new Trace(
                        new Workload(name(words, seed), new Lublin(seed, nodes).jobs(jobs), List.of()),
                        nodes,
                        1,
                        OptionalLong.empty()));
    }

    private static Generator feitelson96(String words, ModelSettings settings) {
        int jobs = (int) settings.number("jobs", 1000, 1, MOST_JOBS);
        var model = new Feitelson96.Settings(
                (int) settings.number("nodes", 128, 1, MOST_NODES),
                settings.number("gap", 1500, 1, LONGEST_GAP_SEC),
                settings.number("short", 27_000, 1, LONGEST_RUN_SEC),
                settings.number("long", 72_000, 1, LONGEST_RUN_SEC),
                settings.number("powers", 8, 1, MOST_NODES),
                settings.number("order", 150, 0, MOST_ORDER),
                settings.number("long-percent", 5, 0, MOST_PERCENT),
                settings.number("long-by-size", 75, 0, MOST_PERCENT),
                settings.number("repeat-order", 250, 0, MOST_ORDER));
        return new Generator(
                words,
                seed(settings),
                seed -> new Trace(
                        new Workload(name(words, seed), new Feitelson96(seed, model).jobs(jobs), List.of()),
                        model.nodes(),
                        1,
                        OptionalLong.empty()));
    }

    private static Generator elastic(String words, ModelSettings settings) {
        int jobs = (int) settings.number("jobs", 16, 1, MOST_JOBS);
        long gapSec = settings.number("gap", 90, 0, LONGEST_GAP_SEC);
        boolean isMost = settings.word("replicas", "max", List.of("min", "max")).equals("max");
        return new Generator(
                words,
                seed(settings),
                seed -> new Trace(
                        new Workload(name(words, seed), Jacobi.jobs(seed, jobs, gapSec, isMost), List.of()),
                        Jacobi.NODES,
                        Jacobi.CORES_PER_NODE,
                        OptionalLong.empty()));
    }

    private static long seed(ModelSettings settings) {
        return settings.number("seed", 1, 0, Long.MAX_VALUE);
    }

    private static String name(String words, long seed) {
        return words + " (seed " + seed + ")";
    }

    /** The model and its settings as the user wrote them. */
    public String words() {
        return words;
    }

    /** The seed that was written, or 1. */
    public long seed() {
        return seed;
    }

    /** The workload of a seed. O(jobs). */
    public Trace trace(long ofSeed) {
        return bySeed.apply(ofSeed);
    }
}
