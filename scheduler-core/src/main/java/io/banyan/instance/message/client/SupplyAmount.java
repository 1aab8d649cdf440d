package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ValueChecks;

/**
 * How much one supply has, and what of it is in use now.
 *
 * @param path of the vertex below which it supplies, in its own subsystem
 * @param type of what it supplies
 * @param drawn what jobs draw
 * @param left what they could draw in addition: less than the rest where something of it is down
 */
public record SupplyAmount(String path, String type, long total, long drawn, long left) {
    /** Checks the path. */
    public SupplyAmount {
        ValueChecks.path(path);
        ValueChecks.text(type, "a type");
        ValueChecks.notNegative(total, "a total");
        ValueChecks.notNegative(drawn, "a draw");
        ValueChecks.notNegative(left, "a rest");
    }
}
