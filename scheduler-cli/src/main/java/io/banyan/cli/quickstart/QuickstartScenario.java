package io.banyan.cli.quickstart;

import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The scenario that the quickstart runs.
 *
 * @param graph the resource graph of the top level
 * @param providers of the top level, as they stand behind {@code --provider}, in the order in which they are asked
 * @param spawns a jobspec for each level below the top
 * @param requests the requests of the leaf, in this order
 * @param bursts jobspecs that no level can meet, but a provider can
 * @param warmRounds how often all requests are measured after the first, cold round
 */
public record QuickstartScenario(
        Path graph,
        List<String> providers,
        List<Path> spawns,
        List<Request> requests,
        List<Path> bursts,
        int warmRounds) {
    /** Vertices and edges of the paper's requests T1 to T8. */
    private static final int[] PAPER_ELEMENTS = {4480, 2240, 1120, 560, 280, 140, 70, 36};

    private static final int PAPER_LEVELS_BELOW_THE_TOP = 4;
    private static final int WARM_ROUNDS = 5;

    /**
     * One grow.
     *
     * @param name T1 to T8
     * @param jobspec the file
     * @param elements vertices and edges that it must bring to each level below the top
     */
    public record Request(String name, Path jobspec, int elements) {}

    /** Copies the lists. */
    public QuickstartScenario {
        providers = List.copyOf(providers);
        bursts = List.copyOf(bursts);
        spawns = List.copyOf(spawns);
        requests = List.copyOf(requests);
    }

    /**
     * The experiment of the paper: five levels, eight requests from the smallest to the largest.
     *
     * @param home the directory with the resource graphs and the jobspecs
     */
    public static QuickstartScenario paper(Path home) {
        Path jobspecs = home.resolve("jobspecs");
        return new QuickstartScenario(
                home.resolve("resource-graphs/l0.graphml"),
                List.of("file=" + home.resolve("resource-graphs/ec2.json") + ",name=cloud"),
                IntStream.rangeClosed(1, PAPER_LEVELS_BELOW_THE_TOP)
                        .mapToObj(level -> jobspecs.resolve("spawn-l" + level + ".yaml"))
                        .toList(),
                IntStream.iterate(PAPER_ELEMENTS.length, n -> n > 0, n -> n - 1)
                        .mapToObj(n -> new Request("T" + n, jobspecs.resolve("t" + n + ".yaml"), PAPER_ELEMENTS[n - 1]))
                        .toList(),
                List.of(jobspecs.resolve("burst.yaml")),
                WARM_ROUNDS);
    }

    /** Returns this scenario with other providers, and with the bursts that only they can bring. */
    QuickstartScenario bursting(List<String> otherProviders, List<Path> otherBursts) {
        return new QuickstartScenario(graph, otherProviders, spawns, requests, otherBursts, warmRounds);
    }

    /** A jobspec of a scenario. */
    public static Jobspec read(Path jobspec) throws JobspecException {
        return JobspecReader.read(Texts.read(jobspec, JobspecReader.MAX_LENGTH), jobspec.toString());
    }

    /** How many levels there are, the top among them. */
    public int levels() {
        return 1 + spawns.size();
    }
}
