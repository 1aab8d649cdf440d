package io.banyan.instance;

import io.banyan.schedule.JobId;
import java.util.Objects;

/**
 * Which of an array of jobs one is: they were submitted together, and have numbers that follow each other.
 *
 * @param first the first of them
 * @param index what it is called within the array
 * @param count how many they are
 */
public record ArrayPlace(JobId first, long index, int count) {
    /** The most jobs of an array. */
    public static final int MOST = 10_000;

    /** Checks the numbers. */
    public ArrayPlace {
        Objects.requireNonNull(first, "first");
        Checks.notNegative(index, "the index of a job in its array");
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("an array has 1 to " + MOST + " jobs, found " + count);
        }
    }
}
