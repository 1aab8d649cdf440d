package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The daemons from the top to the leaf, each but the top a child of the one before it. For one thread. */
public final class DaemonChain implements AutoCloseable {
    private final List<ChainLevel> levels = new ArrayList<>();

    DaemonChain(ChainLevel top) {
        levels.add(top);
    }

    /** The top first. */
    public List<ChainLevel> levels() {
        return List.copyOf(levels);
    }

    /** All but the top. */
    List<ChainLevel> lower() {
        return List.copyOf(levels.subList(1, levels.size()));
    }

    /** The level that has no parent. */
    public ChainLevel top() {
        return levels.get(0);
    }

    /** The level that asks. */
    public ChainLevel leaf() {
        return levels.get(levels.size() - 1);
    }

    /** Spawns the next level, as a child of the leaf that there is. */
    ChainLevel spawn(Jobspec jobspec) throws ClientException, QuickstartFailure {
        ChainLevel parent = leaf();
        String name = "L" + levels.size();
        JobId job = answer(parent, parent.client().spawn(new Request.Spawn(jobspec, name, Map.of())), "spawn " + name)
                .job()
                .id();
        ChainLevel child = ChainLevel.connect(name, parent.state().child(job), Optional.of(job));
        levels.add(child);
        return child;
    }

    /**
     * Lets a job take everything that is free at a level.
     *
     * @param whole the jobspec with which the level was spawned
     */
    JobId fill(ChainLevel level, Jobspec whole) throws ClientException, QuickstartFailure {
        Jobspec filler = Filler.of(level.count(), whole)
                .orElseThrow(() -> new QuickstartFailure("No node is free at " + level.name() + "."));
        var request =
                new JobRequest.Match(filler, MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, level.name() + "-app");
        Answer.Matched matched = answer(level, level.client().match(request), "allocate what is free");
        if (!level.count().isFull()) {
            throw new QuickstartFailure(
                    "Resources are still free at " + level.name() + " after a job has allocated everything.");
        }
        return matched.job().orElseThrow();
    }

    /** Returns the counts of each level, the top first. */
    List<LevelCount> counts() throws ClientException {
        List<LevelCount> counts = new ArrayList<>();
        for (ChainLevel level : levels) {
            counts.add(level.count());
        }
        return counts;
    }

    /**
     * The chain as a tree, each level as it describes itself now. The levels above hear of a change with the next
     * heartbeat only.
     */
    InstanceSummary tree() throws ClientException {
        List<InstanceSummary> below = List.of();
        for (ChainLevel level : levels.reversed()) {
            InstanceSummary it = level.client().tree().root();
            below = List.of(new InstanceSummary(
                    it.path(),
                    it.name(),
                    it.address(),
                    it.state(),
                    it.amounts(),
                    it.external(),
                    it.jobs(),
                    it.pending(),
                    below));
        }
        return below.get(0);
    }

    /** The paths of the graphs of these levels, by the names of the levels. */
    static Map<String, Set<String>> paths(List<ChainLevel> levels) throws ClientException, GraphException {
        Map<String, Set<String>> paths = new LinkedHashMap<>();
        for (ChainLevel level : levels) {
            paths.put(level.name(), level.paths());
        }
        return paths;
    }

    /** Every level has allocated these to the job that the level below it is. */
    void checkIncluded(Set<String> paths) throws ClientException, GraphException, QuickstartFailure {
        for (int i = 1; i < levels.size(); i++) {
            ChainLevel parent = levels.get(i - 1);
            ChainLevel child = levels.get(i);
            TreeChecks.included(paths, parent.pathsOf(child.job().orElseThrow()), parent.name(), child.name());
        }
    }

    /** The answer, where it is not a no. */
    static <A> A answer(ChainLevel level, RequestOutcome<A> outcome, String what) throws QuickstartFailure {
        return switch (outcome) {
            case RequestOutcome.Done<A> done -> done.answer();
            case RequestOutcome.Refused<A> refused ->
                throw new QuickstartFailure(level.name() + " cannot " + what + ": "
                        + refused.refusal().reasons().stream()
                                .map(LevelReasons::toString)
                                .collect(Collectors.joining("; "))
                        + ".");
        };
    }

    @Override
    public void close() {
        levels.forEach(ChainLevel::close);
    }
}
