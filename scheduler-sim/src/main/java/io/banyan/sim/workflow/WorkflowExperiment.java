package io.banyan.sim.workflow;

import io.banyan.queue.QueuePolicy;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.workload.TraceJob;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.run.RunSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * Methods to run workflows in streams of jobs, side by side: for each policy, load and workflow. All methods of a seed
 * see the same stream and the same injection.
 *
 * @param workloads the jobs of a seed, from which the stream is made
 * @param machine the machine
 * @param stream the way to make a stream; its load is not used
 * @param planning the settings of plans; its horizon is not used
 * @param error the most by which a stated run time of a task exceeds the actual one, 1 or more
 * @param firstSeed the first seed
 * @param seeds the number of seeds, at least 1
 */
public record WorkflowExperiment(
        LongFunction<List<TraceJob>> workloads,
        StreamMachine machine,
        JobStream.Settings stream,
        RunSettings planning,
        double error,
        long firstSeed,
        int seeds) {
    /** Checks the numbers. */
    public WorkflowExperiment {
        if (seeds < 1 || !(error >= 1) || error > 1000) {
            throw new IllegalArgumentException(
                    "an experiment needs at least 1 seed and an error of 1 to 1000, found " + seeds + " and " + error);
        }
    }

    /**
     * The runs to compare.
     *
     * @param policies the queue policies
     * @param loads the offered loads; 0 for that of the workload
     * @param workflows the workflows
     * @param methods the methods
     */
    public record Plan(
            List<QueuePolicy> policies, List<Double> loads, List<Workflow> workflows, List<WorkflowMethod> methods) {
        /** Copies the lists. */
        public Plan {
            policies = List.copyOf(policies);
            loads = List.copyOf(loads);
            workflows = List.copyOf(workflows);
            methods = List.copyOf(methods);
        }
    }

    /** The stream of one seed without a workflow. */
    public record StreamResult(double utilisation, int broken, long brokenSec) {}

    /**
     * The results of one method, one for each seed.
     *
     * @param without the same streams without the workflow
     */
    public record Cell(
            QueuePolicy policy,
            double load,
            Workflow workflow,
            WorkflowMethod method,
            List<TrialResult> results,
            List<StreamResult> without) {
        /** Copies the lists. */
        public Cell {
            results = List.copyOf(results);
            without = List.copyOf(without);
        }

        /** Returns a number over the seeds whose workflow ran to its end. */
        public MeanEstimate estimate(WorkflowMetric metric) {
            return MeanEstimate.of(results.stream()
                    .filter(TrialResult::isComplete)
                    .mapToDouble(metric::of)
                    .toArray());
        }

        /** Returns by how much a number is more than another method's, over the seeds in which both ran to the end. */
        public MeanEstimate difference(Cell other, WorkflowMetric metric) {
            return MeanEstimate.of(IntStream.range(0, results.size())
                    .filter(i ->
                            results.get(i).isComplete() && other.results.get(i).isComplete())
                    .mapToDouble(i -> metric.of(results.get(i)) - metric.of(other.results.get(i)))
                    .toArray());
        }

        /** Returns by how much a number is more than without the workflow, seed by seed. */
        public MeanEstimate added(ToDoubleBiFunction<TrialResult, StreamResult> difference) {
            return MeanEstimate.of(IntStream.range(0, results.size())
                    .mapToDouble(i -> difference.applyAsDouble(results.get(i), without.get(i)))
                    .toArray());
        }

        /** Returns the standard deviation of the makespan over the seeds, in seconds; 0 for less than two. */
        public double makespanDeviationSec() {
            double[] values = results.stream()
                    .filter(TrialResult::isComplete)
                    .mapToDouble(TrialResult::makespanSec)
                    .toArray();
            double mean = estimate(WorkflowMetric.MAKESPAN).mean();
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
        }

        /** Returns the number of seeds whose workflow did not run to its end. */
        public long incomplete() {
            return results.stream().filter(result -> !result.isComplete()).count();
        }

        /** Returns the number of plans that were refused and made again. */
        public int refusedPlans() {
            return results.stream().mapToInt(TrialResult::refusedPlans).sum();
        }
    }

    /** Returns the number of runs of a plan. */
    public long runs(Plan plan) {
        long streams = (long) plan.policies.size() * plan.loads.size() * seeds;
        return streams * (1 + (long) plan.workflows.size() * plan.methods.size());
    }

    /**
     * Runs a plan. Returns a cell for each policy, load, workflow and method, in this order.
     *
     * @param progress receives the number of runs after each run
     * @throws IllegalArgumentException with a sentence, if a workflow cannot run on the machine
     * @throws BrokenPromiseException if a job starts later than its reservation promised
     */
    public List<Cell> run(Plan plan, LongConsumer progress) {
        List<Cell> cells = new ArrayList<>();
        long[] done = new long[1];
        for (QueuePolicy policy : plan.policies) {
            for (double load : plan.loads) {
                cells.addAll(cells(plan, policy, load, () -> progress.accept(++done[0])));
            }
        }
        return cells;
    }

    private List<Cell> cells(Plan plan, QueuePolicy policy, double load, Runnable progress) {
        int methods = plan.methods.size();
        List<StreamResult> without = new ArrayList<>();
        List<List<TrialResult>> results = new ArrayList<>();
        for (int i = 0; i < plan.workflows.size() * methods; i++) {
            results.add(new ArrayList<>());
        }
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            var settings = new JobStream.Settings(stream.jobs(), load, stream.limitFactor());
            var jobs = JobStream.of(workloads.apply(seed), settings, machine.cores(), seed);
            var trial = new WorkflowTrial(jobs, machine, policy, seed, error, planning);
            WorkflowTrial.Baseline baseline = trial.baseline();
            without.add(new StreamResult(baseline.utilisation(), baseline.broken(), baseline.brokenSec()));
            progress.run();
            for (int i = 0; i < results.size(); i++) {
                results.get(i)
                        .add(trial.with(plan.workflows.get(i / methods), plan.methods.get(i % methods), baseline));
                progress.run();
            }
        }
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            cells.add(new Cell(
                    policy,
                    load,
                    plan.workflows.get(i / methods),
                    plan.methods.get(i % methods),
                    results.get(i),
                    without));
        }
        return cells;
    }
}
