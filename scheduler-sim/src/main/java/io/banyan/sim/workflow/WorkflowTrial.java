package io.banyan.sim.workflow;

import io.banyan.instance.message.value.Principal;
import io.banyan.queue.QueuePolicy;
import io.banyan.sim.workload.TraceJob;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The runs of one stream of jobs under one policy: without a workflow, and with a workflow by each method. The stream,
 * the time of the injection and the run times of the tasks are the same in all of them.
 *
 * @param seed the seed of the run times of the tasks
 * @param error the most by which a stated run time of a task exceeds the actual one, 1 or more
 * @param planning the settings of plans; the horizon is that of the method
 */
record WorkflowTrial(
        JobStream stream, StreamMachine machine, QueuePolicy policy, long seed, double error, RunSettings planning) {
    private static final Principal USER = Principal.OWNER;
    private static final long MILLIS = 1_000;
    private static final double HOUR_MILLIS = 3_600_000;
    private static final double PERCENT = 100;

    /** The effort of the planner, in looks at single resources: about a fifth of a second. */
    private static final long LOOKS = 2_000_000;

    /**
     * The stream without a workflow.
     *
     * @param startSec the starts of its jobs, by their names
     */
    record Baseline(Map<String, Long> startSec, double utilisation, int broken, long brokenSec) {}

    /** Runs the stream without a workflow. Its promises are those of the moment at which plans are booked. */
    Baseline baseline() {
        var instance = new StreamInstance(machine, policy, stream.jobs());
        var check = new PromiseCheck(instance, policy, "without a workflow, seed " + seed);
        instance.at((stream.injectSec() + ReservedRun.PLANNING_SEC) * MILLIS, check::promise);
        finish(instance);
        return new Baseline(starts(instance), utilisation(instance), check.broken(), check.brokenSec());
    }

    /**
     * Runs the stream with a workflow.
     *
     * @throws IllegalArgumentException with a sentence, if the workflow cannot run on the machine
     */
    TrialResult with(Workflow workflow, WorkflowMethod method, Baseline baseline) {
        try {
            return with(workflow, method, baseline, InstanceBatch.Manner.GENTLE);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "workflow '" + workflow.name() + "': " + e.getMessage() + " (method " + method + ")", e);
        }
    }

    TrialResult with(Workflow stated, WorkflowMethod method, Baseline baseline, InstanceBatch.Manner manner) {
        Workflow workflow = WholeSeconds.of(stated);
        TaskGraph graph = TaskGraph.of(WorkflowReduction.of(workflow, planning.reduction()), error, seed);
        IdealSchedule ideal = IdealSchedule.of(graph, machine.counts(), TaskGraph.Task::statedMillis);
        var instance = new StreamInstance(machine, policy, stream.jobs());
        var batch = new InstanceBatch(instance, USER, manner);
        var check = new PromiseCheck(
                instance,
                policy,
                "workflow '" + workflow.name() + "' " + method + ", policy " + policy.name() + ", seed " + seed);
        MethodRun run = switch (method) {
            case PLAIN -> new PlainRun(instance, batch, graph);
            case ONEJOB -> new OneJobRun(instance, batch, graph, ideal, machine);
            case BEHIND, AROUND ->
                new ReservedRun(
                        instance,
                        batch,
                        graph,
                        workflow,
                        settings(method == WorkflowMethod.BEHIND),
                        WorkflowTrial::solve,
                        check::promise);
        };
        instance.at(stream.injectSec() * MILLIS, () -> {
            check.promise();
            run.begin();
        });
        finish(instance);
        return result(instance, run.outcome(), check, ideal, baseline);
    }

    private static void finish(StreamInstance instance) {
        while (instance.step()) {
            // One happening after the other.
        }
    }

    private RunSettings settings(boolean isBehind) {
        return new RunSettings(
                planning.slotMillis(),
                planning.lanes(),
                planning.rules(),
                planning.defaultMillis(),
                planning.platform(),
                planning.objective(),
                isBehind,
                HeuristicSolver.NAME,
                planning.limitSeconds(),
                0,
                "",
                0);
    }

    private static PlanResult solve(PlanProblem problem, RunSettings settings) {
        return new HeuristicSolver(LOOKS, () -> false).solve(problem, settings.limit(), Optional.empty());
    }

    private TrialResult result(
            StreamInstance instance,
            MethodRun.Outcome outcome,
            PromiseCheck check,
            IdealSchedule ideal,
            Baseline baseline) {
        double turnaroundSec = (outcome.endMillis() - stream.injectSec() * MILLIS) / (double) MILLIS;
        return new TrialResult(
                outcome.problem(),
                turnaroundSec,
                (outcome.endMillis() - outcome.startMillis()) / (double) MILLIS,
                turnaroundSec * MILLIS / ideal.millis(),
                outcome.heldCoreMillis() / HOUR_MILLIS,
                (outcome.heldCoreMillis() - outcome.usedCoreMillis()) / HOUR_MILLIS,
                utilisation(instance),
                check.promises(),
                check.broken(),
                check.brokenSec(),
                delaySec(starts(instance), baseline.startSec()),
                outcome.refusedPlans());
    }

    private static Map<String, Long> starts(StreamInstance instance) {
        Map<String, Long> starts = new HashMap<>();
        instance.runs().values().stream()
                .filter(StreamInstance.Run::isStream)
                .forEach(run -> starts.put(run.name(), run.startMillis() / MILLIS));
        return starts;
    }

    /** Returns the mean delay of the jobs that are submitted after the workflow, compared with the baseline. */
    private double delaySec(Map<String, Long> starts, Map<String, Long> without) {
        double sum = 0;
        int count = 0;
        for (TraceJob job : stream.jobs()) {
            Long with = starts.get(job.name());
            Long before = without.get(job.name());
            if (job.submitSec() > stream.injectSec() && with != null && before != null) {
                sum += with - before;
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Returns the part of all cores that jobs use from the injection to the last submission, in percent. */
    private double utilisation(StreamInstance instance) {
        long from = stream.injectSec() * MILLIS;
        long to = Math.max(from + MILLIS, stream.lastSec() * MILLIS);
        double used = instance.runs().values().stream()
                .mapToDouble(run -> (double) run.cores()
                        * Math.max(0, Math.min(run.endMillis(), to) - Math.max(run.startMillis(), from)))
                .sum();
        return PERCENT * used / ((double) machine.cores() * (to - from));
    }
}
