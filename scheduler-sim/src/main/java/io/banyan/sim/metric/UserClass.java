package io.banyan.sim.metric;

import java.util.Locale;

/** How much of what all use somebody does. */
enum UserClass {
    /** Those few who use half of it. */
    HEAVY(0.5),
    /** Those behind them, up to nine tenths. */
    MIDDLE(0.9),
    /** All others. */
    LIGHT(1),
    /** Jobs of which nobody knows whose they are. */
    UNKNOWN(1);

    private final double upTo;

    UserClass(double upTo) {
        this.upTo = upTo;
    }

    /** That of somebody before whom others use so great a part. */
    static UserClass behind(double part) {
        return part < HEAVY.upTo ? HEAVY : part < MIDDLE.upTo ? MIDDLE : LIGHT;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
