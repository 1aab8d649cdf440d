package io.banyan.workflow.profile;

/**
 * The slots in which neighbouring resources of one node are busy.
 *
 * @param type the type of the resources, such as {@code core}
 * @param first the number of the first of them on the node, from 0
 * @param count the number of resources, at least 1
 * @param from the first busy slot
 * @param to the first slot that is no longer busy, after {@code from}
 */
public record BusyTime(String type, int first, int count, int from, int to) {
    /** Checks that the resources and the slots are not empty. */
    public BusyTime {
        if (first < 0 || count < 1 || from < 0 || to <= from) {
            throw new IllegalArgumentException("a busy time needs a first resource from 0, at least 1 resource and at"
                    + " least 1 slot, found " + count + " from " + first + " in slots " + from + " to " + to);
        }
    }
}
