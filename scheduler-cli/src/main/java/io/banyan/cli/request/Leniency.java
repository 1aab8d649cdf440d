package io.banyan.cli.request;

import java.util.function.Predicate;

/**
 * The directives of a script that have no meaning here, and that are skipped with a note on standard error. Others are
 * refused.
 *
 * @param leavesOut takes the longest name of an option as its command has it, or its replacement
 * @param hint for the user of a refused directive; may be empty
 */
record Leniency(Predicate<String> leavesOut, String hint) {
    /** All, or none. */
    static Leniency of(boolean isLenient) {
        return new Leniency(option -> isLenient, "\n--lenient ignores it.");
    }
}
