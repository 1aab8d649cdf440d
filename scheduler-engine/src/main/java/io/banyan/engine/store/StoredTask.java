package io.banyan.engine.store;

import java.util.Set;

/**
 * One line of the table of tasks. Times are in seconds since 1970, and 0 where there is none.
 *
 * @param state the state in lower case, such as {@code running}
 * @param nodes the names of its nodes with spaces between them; empty if it has none
 * @param detail the reason of a failure; may be empty
 */
public record StoredTask(
        String name,
        String step,
        int attempt,
        String state,
        String job,
        String reservation,
        long startSec,
        long endSec,
        String nodes,
        int exitCode,
        String detail) {
    private static final Set<String> OVER = Set.of("succeeded", "failed", "cancelled");

    /** Returns whether the task is over. */
    public boolean isOver() {
        return OVER.contains(state);
    }
}
