package io.banyan.sim.workflow;

import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The whole workflow as one job, with the most resources that its ideal schedule uses, for the length of that. */
final class OneJobRun implements MethodRun {
    private static final String NAME = "workflow";
    private static final long MILLIS = 1_000;

    private final StreamInstance stream;
    private final InstanceBatch batch;
    private final TaskGraph graph;
    private final IdealSchedule ideal;
    private final Needs needs;
    private final long ranMillis;
    private final List<String> numbers = new ArrayList<>();

    /**
     * Prepares the run.
     *
     * @param ideal the schedule of the workflow with its stated times on the whole machine
     */
    OneJobRun(StreamInstance stream, InstanceBatch batch, TaskGraph graph, IdealSchedule ideal, StreamMachine machine) {
        this.stream = stream;
        this.batch = batch;
        this.graph = graph;
        this.ideal = ideal;
        this.needs = needs(graph, ideal, machine);
        // Shorter tasks may lengthen a list schedule; a runner that starts each task at its ideal time avoids that.
        this.ranMillis = Math.min(
                ideal.millis(),
                IdealSchedule.of(graph, ideal.peak(), TaskGraph.Task::ranMillis).millis());
    }

    /** Returns the peak on as few nodes as can hold it, as many on each. */
    private static Needs needs(TaskGraph graph, IdealSchedule ideal, StreamMachine machine) {
        int cores = ideal.peak().getOrDefault(SlotProfile.CORE, 0);
        int gpus = ideal.peak().getOrDefault(Needs.GPU, 0);
        int nodes = Math.max(1, Math.ceilDiv(cores, machine.coresPerNode()));
        if (gpus > 0) {
            nodes = Math.max(nodes, Math.ceilDiv(gpus, machine.gpusPerNode()));
        }
        for (TaskGraph.Task task : graph.tasks()) {
            nodes = Math.max(nodes, task.needs().nodes());
        }
        SortedMap<String, Integer> accelerators = new TreeMap<>();
        if (gpus > 0) {
            accelerators.put(Needs.GPU, Math.ceilDiv(gpus, nodes));
        }
        return new Needs(nodes, Math.ceilDiv(cores, nodes), 0, accelerators);
    }

    @Override
    public void begin() {
        stream.lasts(NAME, ranMillis, needs.totalCores());
        try {
            var limitSec = OptionalLong.of(Math.ceilDiv(ideal.millis(), MILLIS));
            numbers.add(batch.submit(TimedJob.of(NAME, needs, limitSec, Optional.empty())));
        } catch (BatchException e) {
            throw new IllegalArgumentException("the workflow cannot run as one job: " + e.getMessage(), e);
        }
    }

    @Override
    public Outcome outcome() {
        double held = (double) needs.totalCores() * ranMillis;
        return WorkflowRuns.of(stream, numbers).outcome(held, graph.usedCoreMillis(), 0, 1);
    }
}
