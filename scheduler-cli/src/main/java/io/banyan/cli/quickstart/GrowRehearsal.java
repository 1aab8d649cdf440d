package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.rpc.timing.LevelTiming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Grows a job of the leaf and shrinks it again, and checks on the way that every level is as it must be. For one
 * thread.
 */
public final class GrowRehearsal {
    private static final double NANOS_PER_MILLI = 1e6;

    private final DaemonChain chain;
    private final JobId job;
    private final List<LevelCount> countsBefore;
    private final Map<String, Set<String>> pathsBefore;
    private int checked;

    /**
     * Records the present resources.
     *
     * @param job of the leaf, which gets the resources
     */
    public GrowRehearsal(DaemonChain chain, JobId job) throws ClientException, GraphException {
        this.chain = chain;
        this.job = job;
        this.countsBefore = chain.counts();
        this.pathsBefore = DaemonChain.paths(chain.levels());
    }

    /** Returns the counts at the beginning, the top first. */
    List<LevelCount> countsBefore() {
        return countsBefore;
    }

    /** How many grows have gone back, with every level as it was before. */
    int checked() {
        return checked;
    }

    /**
     * The result of a grow.
     *
     * @param id of the request
     * @param growth the answer
     * @param millis how long the caller waited
     */
    public record Grown(String id, Growth growth, double millis) {}

    /** Asks the leaf for more. */
    public Grown grow(Jobspec jobspec, String name) throws ClientException, QuickstartFailure {
        String id = UUID.randomUUID().toString();
        var request = new Request.Grow(id, Optional.of(job), jobspec, 0);
        long begin = System.nanoTime();
        var outcome = chain.leaf().client().grow(request);
        double millis = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        return new Grown(id, DaemonChain.answer(chain.leaf(), outcome, "grow by " + name), millis);
    }

    /** Returns the resources of a grow; afterwards every level must have its earlier resources. */
    public void shrink(Grown grown, String name) throws ClientException, QuickstartFailure {
        String id = UUID.randomUUID().toString();
        var request = new Request.Shrink(id, new ShrinkTarget.ByGrow(grown.id()));
        switch (chain.leaf().client().shrink(request)) {
            case ShrinkOutcome.Done done -> {
                TreeChecks.asBefore(countsBefore, chain.counts(), name);
                checked++;
            }
            case ShrinkOutcome.InUse no ->
                throw new QuickstartFailure("The leaf cannot return the resources that " + name + " added: they are "
                        + no.use().message() + ".");
        }
    }

    /**
     * Returns the paths that these levels have beyond those at the beginning, after a check that they are the same at
     * each level.
     */
    Set<String> newPaths(List<ChainLevel> levels, String name)
            throws ClientException, GraphException, QuickstartFailure {
        Map<String, Set<String>> fresh = DaemonChain.paths(levels);
        fresh.forEach((level, paths) -> paths.removeAll(pathsBefore.getOrDefault(level, Set.of())));
        return TreeChecks.samePaths(fresh, name);
    }

    /** Grows by a request, checks everything, shrinks, checks again. */
    public GrowMeasurement measure(QuickstartScenario.Request request, Jobspec jobspec)
            throws ClientException, GraphException, QuickstartFailure {
        Grown grown = grow(jobspec, request.name());
        TreeChecks.grownBy(request.elements(), countsBefore, chain.counts(), request.name());
        chain.checkIncluded(newPaths(chain.lower(), request.name()));
        GrowMeasurement measurement = measurement(request, grown);
        shrink(grown, request.name());
        return measurement;
    }

    /**
     * Returns the measurement of a grow that has not gone back yet, after a check that each level has got as much as it
     * should.
     */
    public GrowMeasurement counted(QuickstartScenario.Request request, Grown grown)
            throws ClientException, QuickstartFailure {
        TreeChecks.grownBy(request.elements(), countsBefore, chain.counts(), request.name());
        return measurement(request, grown);
    }

    private GrowMeasurement measurement(QuickstartScenario.Request request, Grown grown) throws QuickstartFailure {
        return new GrowMeasurement(
                request.name(),
                request.elements(),
                grown.millis(),
                times(grown.growth().timings()));
    }

    private List<LevelMillis> times(List<LevelTiming> timings) throws QuickstartFailure {
        List<ChainLevel> levels = chain.levels().reversed();
        if (timings.size() != levels.size()) {
            throw new QuickstartFailure("The request climbed " + timings.size() + " levels, expected " + levels.size()
                    + ": one of the levels had free resources.");
        }
        List<LevelMillis> times = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            times.add(LevelMillis.of(levels.get(i).name(), timings.get(i)));
        }
        return times;
    }
}
