package io.banyan.instance.message.value;

/**
 * How much of one resource type in an instance is not its own, or out of its reach.
 *
 * @param granted came from above since the instance has its first resources
 * @param external came from its own providers
 * @param lost is held by child instances that are lost
 */
public record BorrowedPart(long granted, long external, long lost) {
    public static final BorrowedPart NONE = new BorrowedPart(0, 0, 0);

    /** Checks the amounts. */
    public BorrowedPart {
        ValueChecks.notNegative(granted, "what was granted");
        ValueChecks.notNegative(external, "what is external");
        ValueChecks.notNegative(lost, "what is lost");
    }

    public BorrowedPart plus(BorrowedPart other) {
        return new BorrowedPart(granted + other.granted, external + other.external, lost + other.lost);
    }
}
