package io.banyan.sim.elastic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Malleable jobs, in the order in which they come.
 *
 * @param jobs with the times at which they are submitted
 */
public record ElasticWorkload(List<Job> jobs) {
    /** The highest priority; the lowest is 1. */
    public static final int MOST_PRIORITY = 5;

    /** One of them. */
    public record Job(int number, Application application, int priority, long submitSec) {}

    /** Copies the list. */
    public ElasticWorkload {
        jobs = List.copyOf(jobs);
    }

    /**
     * The experiment of the paper (section 4.3.1): jobs of kinds and priorities that are drawn at random, one after the
     * other. The same seed draws the same jobs at every gap.
     *
     * @param gapSec between two submissions
     */
    public static ElasticWorkload random(List<Application> kinds, int count, long gapSec, long seed) {
        var random = new SplittableRandom(seed);
        List<Job> jobs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Application kind = kinds.get(random.nextInt(kinds.size()));
            jobs.add(new Job(i, kind, 1 + random.nextInt(MOST_PRIORITY), i * gapSec));
        }
        return new ElasticWorkload(jobs);
    }
}
