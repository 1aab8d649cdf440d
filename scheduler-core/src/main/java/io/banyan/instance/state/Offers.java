package io.banyan.instance.state;

import io.banyan.jobspec.Malleability;
import java.util.concurrent.TimeUnit;

/**
 * The slots that a child instance was offered, and the known bounds of its maximum. Its parent learns the maximum only
 * from the resources that the child hands back. The next offer is half-way between the bounds, so that few offers find
 * the maximum.
 *
 * @param isLatest whether the last proposal was an offer that the child has not handed back
 * @param offered the number of slots with the last offer
 * @param fits a number of slots with which it was seen to run
 * @param tooMany a number of slots that it does not take; {@link #NONE} if it took all offers
 * @param untilMillis the time until which the bounds are valid, because the child's configuration may change
 */
public record Offers(boolean isLatest, long offered, long fits, long tooMany, long untilMillis) {
    /** Nothing was offered. */
    static final Offers NONE = new Offers(false, 0, 0, Long.MAX_VALUE, 0);

    private static final long BELIEVED_MILLIS = TimeUnit.HOURS.toMillis(1);

    /** Returns the offers of a child that has this many slots now, and to which something else is proposed. */
    Offers ranWith(long slots) {
        return slots >= tooMany
                ? new Offers(false, offered, slots, Long.MAX_VALUE, 0)
                : new Offers(false, offered, Math.max(fits, slots), tooMany, untilMillis);
    }

    /** Returns the offers of a child that was offered this many slots. */
    Offers made(long slots) {
        return new Offers(true, slots, fits, tooMany, untilMillis);
    }

    /** Returns the offers of a child that has handed the last offer back. */
    Offers handedBack(long nowMillis) {
        return new Offers(
                false,
                offered,
                fits < offered ? fits : 0,
                Math.min(offered, tooMany),
                Deadlines.after(nowMillis, BELIEVED_MILLIS));
    }

    /** Whether it is offered less because of resources that it handed back. */
    public boolean isBelieved(long nowMillis) {
        return tooMany != NONE.tooMany && nowMillis < untilMillis;
    }

    /**
     * The most that makes sense to offer one that has so many slots, in steps of the unit: no less than it has. O(1).
     */
    public long most(Malleability bounds, long slots, long nowMillis) {
        if (!isBelieved(nowMillis)) {
            return Math.max(bounds.max(), slots);
        }
        if (fits > slots) {
            return slots + (fits - slots) / bounds.unit() * bounds.unit();
        }
        long steps = (tooMany - 1 - slots) / bounds.unit();
        return steps <= 0 ? slots : slots + (steps + 1) / 2 * bounds.unit();
    }
}
