package io.banyan.match.policy;

import java.util.Arrays;
import java.util.Locale;

/** The operation that is asked of a match, by Fluxion's names. */
public enum MatchOperation {
    /** Resources now, or no. */
    ALLOCATE,
    /** Resources now, or no; the no says whether there ever could be a yes. */
    ALLOCATE_WITH_SATISFIABILITY,
    /** Resources now, else at the earliest time at which they are free. */
    ALLOCATE_ORELSE_RESERVE,
    /** Whether the request fits the empty system with every vertex up. */
    SATISFIABILITY,
    /** Resources now, or no, like {@link #ALLOCATE}, but nothing is booked. */
    WITHOUT_ALLOCATING,
    /** Resources now, else at the earliest time, like {@link #ALLOCATE_ORELSE_RESERVE}, but nothing is booked. */
    WITHOUT_ALLOCATING_FUTURE;

    /** Name in Fluxion's command language. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name such as {@code allocate_orelse_reserve}.
     *
     * @throws IllegalArgumentException where there is no such operation; the message names those that there are
     */
    public static MatchOperation parse(String text) {
        for (MatchOperation operation : values()) {
            if (operation.label().equals(text)) {
                return operation;
            }
        }
        throw new IllegalArgumentException("There is no match operation '" + text + "'; expected one of "
                + String.join(
                        ", ", Arrays.stream(values()).map(MatchOperation::label).toList()) + ".");
    }
}
