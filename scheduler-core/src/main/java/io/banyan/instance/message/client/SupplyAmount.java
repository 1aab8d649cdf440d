package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ValueChecks;

/**
 * The amount of one supply, and its use now.
 *
 * @param path of the vertex below which it supplies, in its own subsystem
 * @param type of the supplied resource
 * @param drawn the amount that jobs draw
 * @param left the amount that they could draw in addition: less than the rest if a part of it is down
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
