package io.banyan.resource;

/**
 * The number of a job in one instance. Numbers begin at 1, are never reused, and mean nothing in another instance.
 *
 * @param value at least 1
 */
public record JobId(long value) implements Comparable<JobId> {

    public JobId {
        if (value < 1) {
            throw new IllegalArgumentException("Job ids begin at 1, found " + value + ".");
        }
    }

    // As records have them; where few things are compiled well, those of records take far longer.
    @Override
    public boolean equals(Object other) {
        return other instanceof JobId job && value == job.value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }

    @Override
    public int compareTo(JobId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
