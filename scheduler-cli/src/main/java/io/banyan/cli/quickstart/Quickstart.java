package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.jobspec.JobspecException;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The whole quickstart: its steps in order. For one thread. */
final class Quickstart {
    private static final double NANOS_PER_SECOND = 1e9;

    private final QuickstartScenario scenario;
    private final StateDirectory directory;
    private final Daemons daemons;
    private final Narration narration;

    Quickstart(QuickstartScenario scenario, StateDirectory directory, Daemons daemons, Narration narration) {
        this.scenario = scenario;
        this.directory = directory;
        this.daemons = daemons;
        this.narration = narration;
    }

    /** Runs all steps; where it returns, no daemon is left. */
    QuickstartReport run() throws IOException, ClientException, GraphException, JobspecException, QuickstartFailure {
        long begin = System.nanoTime();
        narration.title(
                "Banyan quickstart: a scheduler whose instances nest, grow and shrink",
                "The experiment of Milroy et al., 'A Dynamic, Hierarchical Resource Model for Converged Computing',",
                "with one daemon for each level, on this machine. It takes less than a minute and leaves "
                        + "nothing behind.",
                "The external resources, a cloud and a lab, are simulated on this machine: nothing is "
                        + "launched, and nothing costs money.");
        Building building = new Building(scenario, directory, daemons, narration);
        try (DaemonChain chain = building.startTop()) {
            building.spawnAll(chain);
            JobId job = building.fillAll(chain);
            InstanceSummary tree = building.showTree(chain);
            GrowRehearsal growing = new GrowRehearsal(chain, job);
            List<GrowResult> results = new GrowRounds(scenario, growing, narration).run();
            Bursting.Result burst = new Bursting(scenario, growing, narration).run(chain);
            stop(chain);
            QuickstartReport report = new QuickstartReport(
                    tree,
                    results,
                    burst.bursts(),
                    growing.countsBefore(),
                    burst.after(),
                    growing.checked(),
                    (System.nanoTime() - begin) / NANOS_PER_SECOND);
            narration.end(String.format(
                    Locale.ROOT,
                    "Success: %d daemons, %d grows and as many shrinks, each checked at every level, in %.1f " + "s.",
                    scenario.levels(),
                    report.checkedGrows(),
                    report.seconds()));
            return report;
        }
    }

    private void stop(DaemonChain chain) throws ClientException, QuickstartFailure {
        narration.step("Stop", "The top-level daemon stops its children first, and each child does the same.");
        narration.command(List.of("stop", "--state", directory.path().toString()));
        narration.progress("stopping");
        daemons.look();
        int running = daemons.alive();
        chain.top().client().stop();
        daemons.awaitEnd();
        narration.say(String.format(Locale.ROOT, "All %d processes have ended.", running));
    }
}
