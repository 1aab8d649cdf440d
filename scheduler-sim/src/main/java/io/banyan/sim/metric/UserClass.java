package io.banyan.sim.metric;

import java.util.Locale;

/** The class of a user by the user's share of the total use. */
enum UserClass {
    /** The few users who together use half of the resources. */
    HEAVY(0.5),
    /** The next users, who bring the total to nine tenths. */
    MIDDLE(0.9),
    /** All others. */
    LIGHT(1),
    /** Jobs whose user is unknown. */
    UNKNOWN(1);

    private final double upTo;

    UserClass(double upTo) {
        this.upTo = upTo;
    }

    /** Returns the class of a user, given the part that the users before it use. */
    static UserClass behind(double part) {
        return part < HEAVY.upTo ? HEAVY : part < MIDDLE.upTo ? MIDDLE : LIGHT;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
