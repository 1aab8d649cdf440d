package io.banyan.workflow.fill;

import java.util.List;

/**
 * The requirements of each task of a set.
 *
 * @param variants the resources on a worker, the preferred ones first; a worker takes the first that fits
 * @param nodes the number of workers; a task of several takes each as a whole, and runs its command on the first
 * @param placement the choice of cores
 * @param priority tasks of a higher number start first
 * @param limitMillis the time limit in milliseconds; 0 for none
 * @param crashLimit the number of workers that may be lost while they run a task; the task fails with the last one
 */
public record FillRequest(
        List<FillNeeds> variants, int nodes, CorePlacement placement, int priority, long limitMillis, int crashLimit) {
    /** The crash limit of a request that names none. */
    public static final int USUAL_CRASH_LIMIT = 5;

    /** The greatest crash limit. */
    public static final int MOST_CRASHES = 100;

    private static final int MOST_VARIANTS = 16;

    /** Checks the numbers. */
    public FillRequest {
        variants = List.copyOf(variants);
        if (variants.isEmpty() || variants.size() > MOST_VARIANTS) {
            throw new IllegalArgumentException("a task has 1 to " + MOST_VARIANTS + " variants: " + variants.size());
        }
        if (nodes < 1 || limitMillis < 0 || crashLimit < 1 || crashLimit > MOST_CRASHES) {
            throw new IllegalArgumentException("a task has at least one node, a limit from 0 and a crash limit from 1"
                    + " to " + MOST_CRASHES + ": " + nodes + ", " + limitMillis + ", " + crashLimit);
        }
    }

    /** Returns a request for a number of cores, with the usual values. */
    public static FillRequest cores(int cores) {
        return of(FillNeeds.cores(cores));
    }

    /** Returns a request with variants and the usual values. */
    public static FillRequest of(FillNeeds... variants) {
        return new FillRequest(List.of(variants), 1, CorePlacement.COMPACT, 0, 0, USUAL_CRASH_LIMIT);
    }

    /** Returns this request for several whole workers. */
    public FillRequest onNodes(int count) {
        return new FillRequest(variants, count, placement, priority, limitMillis, crashLimit);
    }

    /** Returns this request with another placement. */
    public FillRequest placed(CorePlacement other) {
        return new FillRequest(variants, nodes, other, priority, limitMillis, crashLimit);
    }

    /** Returns this request with another priority. */
    public FillRequest withPriority(int other) {
        return new FillRequest(variants, nodes, placement, other, limitMillis, crashLimit);
    }

    /** Returns this request with another time limit in milliseconds. */
    public FillRequest withLimit(long millis) {
        return new FillRequest(variants, nodes, placement, priority, millis, crashLimit);
    }

    /** Returns this request with another crash limit. */
    public FillRequest withCrashLimit(int crashes) {
        return new FillRequest(variants, nodes, placement, priority, limitMillis, crashes);
    }

    /** Returns whether a task takes several workers. */
    public boolean isGang() {
        return nodes > 1;
    }
}
