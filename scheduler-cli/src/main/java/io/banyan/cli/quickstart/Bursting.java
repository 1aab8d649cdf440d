package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The steps beyond the cluster: a provider brings what no level has, everybody sees it, and it goes back. For one thread. */
final class Bursting {
    private static final String NAME = "the burst";

    /**
     * What was seen.
     *
     * @param burst while it was there
     * @param after what there was when it had gone back, the top first
     */
    record Result(Burst burst, List<LevelCount> after) {}

    private final Scenario scenario;
    private final Growing growing;
    private final Narration narration;

    Bursting(Scenario scenario, Growing growing, Narration narration) {
        this.scenario = scenario;
        this.growing = growing;
        this.narration = narration;
    }

    /** Grows beyond the cluster, and shrinks. */
    Result run(Chain chain) throws ClientException, GraphException, JobspecException, QuickstartFailure {
        narration.step(
                "Ask for more than the cluster has",
                "No node has 64 cores. The top level asks its provider, and the new node comes down like any other.");
        Growing.Grown grown = growing.grow(Scenario.read(scenario.burst()), NAME);
        Set<String> fresh = growing.newPaths(chain.levels(), NAME);
        Burst burst = Burst.of(grown, chain, fresh);
        chain.checkIncluded(fresh);
        List<LevelCount> most = chain.counts();
        narration.say(String.format(
                Locale.ROOT,
                "Provider '%s' at %s brought it in %.0f ms.",
                burst.provider(),
                burst.askedBy(),
                burst.millis()));
        narration.table(burst.table());

        narration.step(
                "Shrink, and compare with the beginning",
                "Removal runs bottom up: the leaf lets go first, the provider gets its node back last.");
        growing.shrink(grown, NAME);
        List<LevelCount> after = chain.counts();
        narration.table(BalanceTable.of(growing.countsBefore(), most, after));
        return new Result(burst, after);
    }
}
