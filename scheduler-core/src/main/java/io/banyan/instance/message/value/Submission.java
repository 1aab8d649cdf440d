package io.banyan.instance.message.value;

import java.util.Objects;
import java.util.Optional;

/**
 * How a job came into the queue.
 *
 * @param atMillis when it was submitted
 * @param urgency 0 to 31: the more urgent starts first, and one of urgency 0 is held (Flux's urgency)
 * @param array which of an array of jobs it is, if it is of one
 * @param account the account that pays for it: a project or a group; empty if none is named
 * @param osUser the operating-system user of its processes, as the submitter's credential stated; empty if it stated
 *     none, and in journals of earlier versions
 */
public record Submission(
        long atMillis, int urgency, Optional<ArrayPlace> array, String account, Optional<String> osUser) {
    /** The urgency of a job that waits until a client releases it. */
    public static final int HELD = 0;
    /** Where nothing is said. */
    public static final int USUAL_URGENCY = 16;
    /** The greatest urgency. */
    public static final int MOST_URGENT = 31;

    /** Creates the submission of a job that is alone, in no array. */
    public Submission(long atMillis, int urgency) {
        this(atMillis, urgency, Optional.empty());
    }

    /** Creates the submission of a job without an account. */
    public Submission(long atMillis, int urgency, Optional<ArrayPlace> array) {
        this(atMillis, urgency, array, "", Optional.empty());
    }

    /** Checks the urgency. */
    public Submission {
        requireUrgency(urgency);
        Objects.requireNonNull(array, "array");
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(osUser, "osUser");
    }

    public static int requireUrgency(int urgency) {
        if (urgency < HELD || urgency > MOST_URGENT) {
            throw new IllegalArgumentException(
                    "an urgency must be a number from " + HELD + " to " + MOST_URGENT + ", found " + urgency);
        }
        return urgency;
    }

    /** Whether it waits until a client releases it. */
    public boolean isHeld() {
        return urgency == HELD;
    }

    Submission with(int newUrgency) {
        return new Submission(atMillis, newUrgency, array, account, osUser);
    }
}
