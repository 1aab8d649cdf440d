package io.banyan.provider.ec2;

import java.util.Locale;

/** How an instance is paid for, and whether EC2 may take it away. */
enum Market {
    ON_DEMAND,
    SPOT;

    /** The market of this name, {@code on-demand} or {@code spot}. */
    static Market parse(String word) {
        for (Market market : values()) {
            if (market.toString().equals(word)) {
                return market;
            }
        }
        throw new IllegalArgumentException("There is no market '" + word + "'; expected on-demand or spot.");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
