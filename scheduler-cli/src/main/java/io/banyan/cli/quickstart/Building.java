package io.banyan.cli.quickstart;

import io.banyan.cli.tree.TreeView;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.jobspec.JobspecException;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.store.JournalKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The first steps: the top-level daemon, the chain below it, jobs that fill it. For one thread. */
public final class Building {
    private static final String TOP = "L0";

    private final QuickstartScenario scenario;
    private final StateDirectory directory;
    private final Daemons daemons;
    private final Narration narration;
    private final JournalKind journal;

    /** Creates the first steps, which the narration reports. */
    public Building(QuickstartScenario scenario, StateDirectory directory, Daemons daemons, Narration narration) {
        this(scenario, directory, daemons, narration, JournalKind.DURABLE);
    }

    /** Creates the first steps with a journal of this kind at every level. */
    public Building(
            QuickstartScenario scenario,
            StateDirectory directory,
            Daemons daemons,
            Narration narration,
            JournalKind journal) {
        this.journal = journal;
        this.scenario = scenario;
        this.directory = directory;
        this.daemons = daemons;
        this.narration = narration;
    }

    /** Starts the top-level daemon. */
    public DaemonChain startTop() throws IOException, ClientException, QuickstartFailure {
        narration.step(
                "Start the top-level daemon",
                "A cluster has one top-level daemon. It knows the whole machine and the providers to ask "
                        + "for more.");
        List<String> arguments = new ArrayList<>(List.of(
                "start",
                "--graph",
                scenario.graph().toString(),
                "--state",
                directory.path().toString(),
                "--name",
                TOP));
        scenario.providers().forEach(provider -> arguments.addAll(List.of("--provider", provider)));
        if (ThisUser.isRoot()) {
            // A trial, on a machine or in a container of its own.
            arguments.add("--jobs-as-root");
        }
        if (journal != JournalKind.DURABLE) {
            arguments.addAll(List.of("--journal", journal.toString()));
        }
        narration.command(arguments);
        narration.progress("starting it");
        daemons.start(arguments);
        ChainLevel top = ChainLevel.connect(TOP, directory, Optional.empty());
        LevelCount count = top.count();
        narration.say(String.format(
                Locale.ROOT, "%s, %,d vertices and %,d edges", described(count), count.vertices(), count.edges()));
        return new DaemonChain(top);
    }

    /** Spawns the other levels, each as a child of the one before it. */
    public void spawnAll(DaemonChain chain) throws ClientException, JobspecException, QuickstartFailure {
        narration.step(
                "Spawn a chain of instances, each inside an allocation of its parent",
                "A child is a complete scheduler in its own process. Its jobs cost its parent nothing.");
        for (Path spawn : scenario.spawns()) {
            ChainLevel parent = chain.leaf();
            narration.progress(String.format(Locale.ROOT, "spawning a child of %s", parent.name()));
            ChainLevel child = chain.spawn(QuickstartScenario.read(spawn));
            daemons.look();
            narration.command(List.of(
                    "spawn", "--state", parent.state().path().toString(), "--name", child.name(), spawn.toString()));
            narration.say(described(child.count()));
        }
    }

    /**
     * Lets jobs take all that is left below the top.
     *
     * @return the leaf's job
     */
    public JobId fillAll(DaemonChain chain) throws ClientException, JobspecException, QuickstartFailure {
        narration.step(
                "Fill all levels below the top with jobs",
                "No resources are free there any more, so each request for more goes up to the top.");
        Optional<JobId> last = Optional.empty();
        for (int i = 0; i < scenario.spawns().size(); i++) {
            ChainLevel level = chain.lower().get(i);
            last = Optional.of(
                    chain.fill(level, QuickstartScenario.read(scenario.spawns().get(i))));
        }
        return last.orElseThrow(() -> new QuickstartFailure("There is no level below the top."));
    }

    /** Shows the tree, as {@code banyan tree} does, and returns it. */
    InstanceSummary showTree(DaemonChain chain) throws ClientException {
        narration.step(
                "Look at the tree",
                "The path of an instance consists of the jobs that lead to it from the top. Each line "
                        + "counts the instance's own graph.");
        InstanceSummary tree = chain.tree();
        narration.table(TreeView.text(tree));
        return tree;
    }

    private static String described(LevelCount count) {
        Amount nodes = count.amount("node");
        return String.format(
                Locale.ROOT,
                "%s: %,d node%s, %,d cores",
                count.level(),
                nodes.total(),
                nodes.total() == 1 ? "" : "s",
                count.amount("core").total());
    }
}
