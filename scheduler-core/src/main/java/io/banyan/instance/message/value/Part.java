package io.banyan.instance.message.value;

/**
 * How much of one resource type in an instance is not its own, or out of its reach.
 *
 * @param granted came from above since the instance has its first resources
 * @param external came from its own providers
 * @param lost is held by child instances that are lost
 */
public record Part(long granted, long external, long lost) {
    public static final Part NONE = new Part(0, 0, 0);

    /** Checks the amounts. */
    public Part {
        Checks.notNegative(granted, "what was granted");
        Checks.notNegative(external, "what is external");
        Checks.notNegative(lost, "what is lost");
    }

    public Part plus(Part other) {
        return new Part(granted + other.granted, external + other.external, lost + other.lost);
    }
}
