package io.banyan.instance.message.value;

import io.banyan.resource.JobId;
import java.util.Objects;

/**
 * The place of a job in an array: the jobs of an array were submitted together, and have consecutive numbers.
 *
 * @param first the first of them
 * @param index its index in the array
 * @param count the number of jobs
 * @param atOnce the maximum number of jobs that run or have a reservation at once; 0 for all
 */
public record ArrayPlace(JobId first, long index, int count, int atOnce) {
    /** The most jobs of an array. */
    public static final int MOST = 10_000;

    /** One of an array whose jobs may all run at once. */
    public ArrayPlace(JobId first, long index, int count) {
        this(first, index, count, 0);
    }

    /** Checks the numbers. */
    public ArrayPlace {
        Objects.requireNonNull(first, "first");
        ValueChecks.notNegative(index, "the index of a job in its array");
        ValueChecks.notNegative(atOnce, "the number of jobs of an array at once");
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("an array must have 1 to " + MOST + " jobs, found " + count);
        }
    }
}
