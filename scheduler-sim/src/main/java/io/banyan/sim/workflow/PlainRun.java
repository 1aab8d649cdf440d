package io.banyan.sim.workflow;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.machine.JobspecOfTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** All tasks as jobs of the queue, submitted at once; each depends on the tasks before it ({@code afterok}). */
final class PlainRun implements MethodRun {
    private static final long MILLIS = 1_000;

    private final StreamInstance stream;
    private final InstanceBatch batch;
    private final TaskGraph graph;
    private final List<String> numbers = new ArrayList<>();

    PlainRun(StreamInstance stream, InstanceBatch batch, TaskGraph graph) {
        this.stream = stream;
        this.batch = batch;
        this.graph = graph;
    }

    @Override
    public void begin() {
        for (TaskGraph.Task task : graph.tasks()) {
            String name = "task-" + task.number();
            stream.lasts(name, task.ranMillis(), task.needs().totalCores());
            try {
                numbers.add(batch.submit(name, after(JobspecOfTask.of(job(name, task)), task)));
            } catch (BatchException e) {
                throw new IllegalArgumentException("task '" + task.id() + "' cannot run: " + e.getMessage(), e);
            }
        }
    }

    private static BatchJob job(String name, TaskGraph.Task task) {
        var limitSec = OptionalLong.of(Math.ceilDiv(task.statedMillis(), MILLIS));
        return TimedJob.of(name, task.needs(), limitSec, Optional.empty());
    }

    private Jobspec after(Jobspec jobspec, TaskGraph.Task task) {
        if (task.before().isEmpty()) {
            return jobspec;
        }
        List<Map<String, String>> dependencies = task.before().stream()
                .map(before -> Map.of("scheme", "afterok", "value", numbers.get(before)))
                .toList();
        Attributes old = jobspec.attributes();
        Map<String, @Nullable Object> system = new LinkedHashMap<>(old.system());
        system.put("dependencies", dependencies);
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                new Attributes(
                        old.durationSec(),
                        old.queue(),
                        old.constraint(),
                        old.cwd(),
                        old.environment(),
                        system,
                        old.user()));
    }

    @Override
    public Outcome outcome() {
        double used = graph.usedCoreMillis();
        return WorkflowRuns.of(stream, numbers)
                .outcome(used, used, 0, graph.tasks().size());
    }
}
