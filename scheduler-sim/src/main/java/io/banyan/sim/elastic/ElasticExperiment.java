package io.banyan.sim.elastic;

import io.banyan.elastic.BenefitPolicy;
import io.banyan.elastic.ElasticPolicy;
import io.banyan.elastic.PriorityPolicy;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Policies for malleable jobs side by side, on the same random jobs: for each time between submissions and each rescale
 * gap.
 *
 * @param kinds of jobs
 * @param jobs how many in each workload
 * @param firstSeed of the first workload
 * @param seeds how many workloads
 */
public record ElasticExperiment(
        List<Application> kinds, int jobs, int nodes, int coresPerNode, long firstSeed, int seeds) {
    /** The policies by name, in the order in which they are compared. */
    public enum Policy {
        RIGID_MIN,
        RIGID_MAX,
        MOLDABLE,
        ELASTIC,
        /** The policy {@link #BENEFIT} without stops. */
        BENEFIT_NO_STOP,
        BENEFIT;

        /** The policy itself. */
        public ElasticPolicy of(long rescaleGapSec) {
            return switch (this) {
                case RIGID_MIN -> PriorityPolicy.rigidMin();
                case RIGID_MAX -> PriorityPolicy.rigidMax();
                case MOLDABLE -> PriorityPolicy.moldable();
                case ELASTIC -> PriorityPolicy.elastic(rescaleGapSec);
                case BENEFIT_NO_STOP -> BenefitPolicy.usual(rescaleGapSec).withoutStops();
                case BENEFIT -> BenefitPolicy.usual(rescaleGapSec);
            };
        }

        /** Whether it is another one with another rescale gap. */
        public boolean rescales() {
            return this == ELASTIC || this == BENEFIT_NO_STOP || this == BENEFIT;
        }

        @Override
        public String toString() {
            return of(0).name();
        }
    }

    /**
     * The results of one policy.
     *
     * @param values by number, one for each seed; those of stops only where some jobs can be stopped
     */
    public record Cell(
            long submissionGapSec, long rescaleGapSec, Policy policy, Map<ElasticMetric, List<Double>> values) {
        /** A number over all seeds. */
        public MeanEstimate estimate(ElasticMetric metric) {
            return MeanEstimate.of(numbers(metric));
        }

        /** By how much a number is more than another policy's, seed by seed. */
        public MeanEstimate difference(Cell other, ElasticMetric metric) {
            double[] mine = numbers(metric);
            double[] its = other.numbers(metric);
            return MeanEstimate.of(IntStream.range(0, mine.length)
                    .mapToDouble(i -> mine[i] - its[i])
                    .toArray());
        }

        private double[] numbers(ElasticMetric metric) {
            return values.getOrDefault(metric, List.of()).stream()
                    .mapToDouble(it -> it)
                    .toArray();
        }
    }

    /** Copies the list. */
    public ElasticExperiment {
        kinds = List.copyOf(kinds);
    }

    /**
     * Runs them all: a cell for each time between submissions, rescale gap and policy, in this order.
     *
     * @param progress receives the number of runs after each run
     */
    public List<Cell> run(
            List<Long> submissionGaps, List<Long> rescaleGaps, List<Policy> policies, LongConsumer progress) {
        List<Cell> cells = new ArrayList<>();
        long[] done = new long[1];
        for (long submissionGap : submissionGaps) {
            Map<Policy, Cell> same = new EnumMap<>(Policy.class);
            for (long rescaleGap : rescaleGaps) {
                for (Policy policy : policies) {
                    Cell known = same.get(policy);
                    Cell cell = known == null || policy.rescales()
                            ? cell(submissionGap, rescaleGap, policy, () -> progress.accept(++done[0]))
                            : new Cell(submissionGap, rescaleGap, policy, known.values);
                    same.put(policy, cell);
                    cells.add(cell);
                }
            }
        }
        return cells;
    }

    /** Returns the policies that differ: without checkpoints no job can be stopped. */
    public List<Policy> policies() {
        return Stream.of(Policy.values())
                .filter(policy -> policy != Policy.BENEFIT_NO_STOP || canStop())
                .toList();
    }

    private boolean canStop() {
        return kinds.stream().anyMatch(kind -> kind.checkpoint().isPresent());
    }

    private List<ElasticMetric> metrics() {
        return Stream.of(ElasticMetric.values())
                .filter(metric -> !metric.isOfStops() || canStop())
                .toList();
    }

    /** How many runs that takes. */
    public long runs(int submissionGaps, int rescaleGaps, List<Policy> policies) {
        return (long) submissionGaps
                * seeds
                * policies.stream()
                        .mapToInt(policy -> policy.rescales() ? rescaleGaps : 1)
                        .sum();
    }

    private Cell cell(long submissionGap, long rescaleGap, Policy policy, Runnable progress) {
        Map<ElasticMetric, List<Double>> values = new EnumMap<>(ElasticMetric.class);
        LongStream.range(firstSeed, firstSeed + seeds).forEach(seed -> {
            var workload = ElasticWorkload.random(kinds, jobs, submissionGap, seed);
            ElasticOutcome outcome = ElasticReplay.run(workload, policy.of(rescaleGap), nodes, coresPerNode);
            for (ElasticMetric metric : metrics()) {
                values.computeIfAbsent(metric, it -> new ArrayList<>()).add(metric.of(outcome));
            }
            progress.run();
        });
        return new Cell(submissionGap, rescaleGap, policy, values);
    }
}
