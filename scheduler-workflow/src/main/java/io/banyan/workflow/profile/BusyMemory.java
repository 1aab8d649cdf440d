package io.banyan.workflow.profile;

/**
 * An amount of a node's memory that is busy for a time.
 *
 * @param mib the amount, in MiB, at least 1
 * @param from the first busy slot
 * @param to the first slot that is no longer busy, after {@code from}
 */
public record BusyMemory(long mib, int from, int to) {
    /** Checks that the amount and the slots are not empty. */
    public BusyMemory {
        if (mib < 1 || from < 0 || to <= from) {
            throw new IllegalArgumentException("busy memory needs at least 1 MiB and at least 1 slot, found " + mib
                    + " MiB in slots " + from + " to " + to);
        }
    }
}
