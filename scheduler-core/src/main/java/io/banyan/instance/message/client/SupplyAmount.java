package io.banyan.instance.message.client;

import io.banyan.instance.message.value.Checks;

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
        Checks.path(path);
        Checks.text(type, "a type");
        Checks.notNegative(total, "a total");
        Checks.notNegative(drawn, "a draw");
        Checks.notNegative(left, "a rest");
    }
}
