package io.banyan.instance.message.value;

/**
 * The kind of mistake or mishap that stood in the way of a request. A "no" of the matcher is none: see {@code
 * Answer.Refused}.
 */
public enum ErrorCode {
    /** The request breaks a rule: an unknown resource type, a bad criterion. */
    INVALID,
    /** There is no such job, vertex or grow here. */
    NOT_FOUND,
    /** The asker's role is too low for it, or the job is another user's. */
    FORBIDDEN,
    /** The subject of the request exists, but not in a state in which this can be done. */
    WRONG_STATE,
    /** A named limit was reached. */
    LIMIT,
    /** The instance has no resources yet, or is stopping. */
    UNAVAILABLE,
    /** The time was over before an answer came. */
    DEADLINE,
    /** A bug in this program. */
    INTERNAL
}
