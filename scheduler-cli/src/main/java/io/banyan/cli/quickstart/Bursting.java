package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The steps beyond the cluster: a provider brings resources that no level has, each level sees them, and they are
 * returned. For one thread.
 */
final class Bursting {
    private static final String NAME = "the burst";

    /**
     * The result of the bursts.
     *
     * @param bursts while they were there, one after the other
     * @param after the resources after the last return, the top first
     */
    record Result(List<ProviderBurst> bursts, List<LevelCount> after) {}

    private final QuickstartScenario scenario;
    private final GrowRehearsal growing;
    private final Narration narration;

    Bursting(QuickstartScenario scenario, GrowRehearsal growing, Narration narration) {
        this.scenario = scenario;
        this.growing = growing;
        this.narration = narration;
    }

    /** Grows beyond the cluster, and shrinks, for each burst. */
    Result run(DaemonChain chain) throws ClientException, GraphException, JobspecException, QuickstartFailure {
        List<ProviderBurst> bursts = new ArrayList<>();
        List<LevelCount> after = growing.countsBefore();
        for (Path jobspec : scenario.bursts()) {
            narration.step(
                    "Request resources that the cluster does not have: " + jobspec.getFileName(),
                    "No level has them. The top asks its providers in order, and passes the new resources " + "down.");
            GrowRehearsal.Grown grown = growing.grow(QuickstartScenario.read(jobspec), NAME);
            bursts.add(show(chain, grown));
            List<LevelCount> most = chain.counts();
            narration.step(
                    "Shrink, and compare with the beginning",
                    "Removal runs bottom up: the leaf releases its resources first, and the provider gets "
                            + "its nodes back last.");
            growing.shrink(grown, NAME);
            after = chain.counts();
            narration.table(BalanceTable.of(growing.countsBefore(), most, after));
        }
        return new Result(bursts, after);
    }

    private ProviderBurst show(DaemonChain chain, GrowRehearsal.Grown grown)
            throws ClientException, GraphException, QuickstartFailure {
        Set<String> fresh = growing.newPaths(chain.levels(), NAME);
        ProviderBurst burst = ProviderBurst.of(grown, chain, fresh);
        chain.checkIncluded(fresh);
        narration.say(String.format(
                Locale.ROOT,
                "Provider '%s' at %s brought it in %.0f ms.",
                burst.provider(),
                burst.askedBy(),
                burst.millis()));
        narration.table(burst.table());
        return burst;
    }
}
