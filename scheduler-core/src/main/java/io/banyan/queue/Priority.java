package io.banyan.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * The priority that orders waiting jobs. Without weights, the order is by the queue's priority, then the urgency, then
 * the waiting time. A weight adds its value times a factor from 0 to 1 (of urgency, from -1 to 1); a negative weight
 * reverses the effect. Queue and urgency without a weight precede all weighted criteria.
 *
 * <p>All waiting jobs age at the same rate, so that their order does not change with time until a job reaches the
 * maximum counted age. Therefore {@link #rank} omits the common part of the age, and the ranks of all jobs are
 * recomputed only at intervals ({@link #everySec}).
 *
 * @param age of how long it has waited, 1 for {@code oldSec} and more
 * @param oldSec longer than this makes no difference
 * @param size of how large it is: of its cost ({@link FairShare#cost}), 0 for 1, 1/20 more for twice as much
 * @param fair of how little its user and account had ({@link Standing})
 * @param queue of its queue's priority, 1 for the greatest that there is
 * @param urgency of its urgency
 * @param everySec the interval at which use and age are recomputed
 */
public record Priority(
        double age,
        long oldSec,
        double size,
        double fair,
        OptionalDouble queue,
        OptionalDouble urgency,
        long everySec,
        FairShare fairShare) {
    /** Without weights. */
    public static final Priority PLAIN =
            new Priority(0, 7 * 86_400L, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), 60, FairShare.USUAL);

    /** A hundred years: more is a mistake, and milliseconds of it are to be added to a time. */
    static final long LONGEST_SEC = 36_525L * 86_400;

    private static final double DOUBLINGS = 20;
    private static final double USUAL_URGENCY = 16;
    private static final double URGENCIES = 32;

    /** Checks the numbers. */
    public Priority {
        if (DoubleStream.of(age, size, fair, queue.orElse(0), urgency.orElse(0))
                .anyMatch(it -> !(Math.abs(it) <= 1e9))) {
            throw new IllegalArgumentException("a weight must be a number from -1000000000 to 1000000000");
        }
        if (LongStream.of(oldSec, everySec).anyMatch(it -> it < 1 || it > LONGEST_SEC)) {
            throw new IllegalArgumentException(
                    "times must be 1 to " + LONGEST_SEC + " seconds, found " + oldSec + " and " + everySec);
        }
    }

    /** A factor that makes a job come before another, where it has a weight. */
    public enum Factor {
        AGE,
        SIZE,
        FAIRSHARE,
        QUEUE,
        URGENCY;

        /** The word of the configuration. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One factor of one job.
     *
     * @param value from 0 to 1; of urgency, from -1 to 1
     */
    public record Part(Factor factor, double value, double weight) {
        /** Returns the points that this part adds to the priority of the job. */
        public double points() {
            return value * weight;
        }
    }

    /** Whether ranks change with time. */
    public boolean isMoving() {
        return age != 0 || fair != 0;
    }

    /** Whether past usage influences the order. */
    public boolean countsUse() {
        return fair != 0;
    }

    /**
     * A waiting job, reduced to the data for its rank.
     *
     * @param queue its queue's priority, as a part of the greatest that there is
     * @param queuePriority that priority itself
     * @param urgency 1 to 31
     * @param cost in a second
     * @param fair the standing of its payer
     */
    public record Candidate(
            double queue, int queuePriority, int urgency, long submittedMillis, double cost, double fair) {}

    /** Returns the rank of the job, to be compared with others of the same moment. O(1). */
    public double rank(Candidate job, long nowMillis) {
        double strict = (queue.isPresent() ? 0 : job.queuePriority * URGENCIES)
                + (urgency.isPresent() ? 0 : (double) job.urgency);
        if (age == 0 && size == 0 && fair == 0 && queue.isEmpty() && urgency.isEmpty()) {
            return strict;
        }
        double oldMillis = (double) oldSec * 1000;
        return strict * step()
                - age * Math.max((double) job.submittedMillis, (double) nowMillis - oldMillis) / oldMillis
                + size * sizeOf(job)
                + fair * job.fair
                + queue.orElse(0) * job.queue
                + urgency.orElse(0) * (job.urgency - USUAL_URGENCY) / (URGENCIES - 1 - USUAL_URGENCY);
    }

    /**
     * The factors with a weight, as they are at that time. Of two jobs in queues of equal priority and with equal
     * urgency, or where both have a weight, the one whose factors have the greater sum of points has the greater rank.
     * O(1).
     */
    public List<Part> parts(Candidate job, long nowMillis) {
        List<Part> parts = new ArrayList<>();
        double ageMillis = (double) nowMillis - (double) job.submittedMillis;
        add(parts, Factor.AGE, Math.clamp(ageMillis / ((double) oldSec * 1000), 0, 1), unlessZero(age));
        add(parts, Factor.SIZE, sizeOf(job), unlessZero(size));
        add(parts, Factor.FAIRSHARE, job.fair, unlessZero(fair));
        add(parts, Factor.QUEUE, job.queue, queue);
        add(parts, Factor.URGENCY, (job.urgency - USUAL_URGENCY) / (URGENCIES - 1 - USUAL_URGENCY), urgency);
        return parts;
    }

    private static OptionalDouble unlessZero(double weight) {
        return weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(weight);
    }

    private static void add(List<Part> parts, Factor factor, double value, OptionalDouble weight) {
        weight.ifPresent(it -> parts.add(new Part(factor, value, it)));
    }

    private static double sizeOf(Candidate job) {
        return job.cost <= 1 ? 0 : Math.min(1, StrictMath.log(job.cost) / StrictMath.log(2) / DOUBLINGS);
    }

    /** More than all factors can make between two jobs. */
    private double step() {
        return 1
                + 4
                        * DoubleStream.of(age, size, fair, queue.orElse(0), urgency.orElse(0))
                                .map(Math::abs)
                                .sum();
    }
}
