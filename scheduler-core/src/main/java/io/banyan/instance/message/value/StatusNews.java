package io.banyan.instance.message.value;

import java.util.List;

/**
 * A statement of one side of a session about the vertices that both sides have. A whole statement names all vertices
 * that are not up; a change follows the statement before it. A receiver that has not received the preceding statement
 * detects the gap and requests the whole.
 *
 * @param after the stamp of the statement that this one follows; 0 for a whole one
 * @param stamp later than that of every statement before it
 */
public record StatusNews(long after, long stamp, List<StatusAt> statuses) {
    /** Checks the stamps. */
    public StatusNews {
        ValueChecks.notNegative(after, "a stamp");
        ValueChecks.positive(stamp, "a stamp");
        statuses = List.copyOf(statuses);
        if (stamp <= after) {
            throw new IllegalArgumentException("statement " + stamp + " cannot follow " + after);
        }
    }

    public boolean isWhole() {
        return after == 0;
    }
}
