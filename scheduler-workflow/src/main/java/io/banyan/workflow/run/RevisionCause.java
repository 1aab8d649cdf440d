package io.banyan.workflow.run;

import java.util.List;

/**
 * The cause of a revision of a plan.
 *
 * @param reason the reason in words for the user, such as {@code step align ended early}
 * @param displaced the names of the blocks that cannot keep their places; none if the revision only makes the plan
 *     better
 * @param chances the facts that can make the plan better, each considered once
 */
public record RevisionCause(String reason, List<String> displaced, List<String> chances) {
    /** Copies the lists. */
    public RevisionCause {
        displaced = List.copyOf(displaced);
        chances = List.copyOf(chances);
    }

    /** Returns whether blocks have to move. */
    public boolean isForced() {
        return !displaced.isEmpty();
    }
}
