package io.banyan.instance.state;

import io.banyan.jobspec.Malleability;
import java.util.concurrent.TimeUnit;

/**
 * The slots that a child instance was offered, and what is known of how many it may have: its parent learns that only
 * by what it hands back. The next offer goes half-way there, so that few find the most that it takes.
 *
 * @param isLatest whether the last proposal was an offer that it has not handed back
 * @param offered how many slots it would have had with the last one
 * @param fits with how many it was seen to run
 * @param tooMany with how many it does not; {@link #NONE} where it took all that it was offered
 * @param untilMillis how long that is believed: it may be configured anew
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

    /** Whether it is offered less for what it handed back. */
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
