package io.banyan.cli.request;

import java.util.function.Predicate;

/**
 * Which directives of a script are left out, and told on standard error, where they have no meaning here. Others are
 * refused.
 *
 * @param leavesOut takes the longest name of an option as its command has it, or what stands in its place
 * @param hint for whoever is refused; may be empty
 */
record Leniency(Predicate<String> leavesOut, String hint) {
    /** All, or none. */
    static Leniency of(boolean isLenient) {
        return new Leniency(option -> isLenient, "\n--lenient ignores it.");
    }
}
