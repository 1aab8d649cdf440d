package io.banyan.instance;

import java.util.Objects;

/**
 * How much one supply has, and has left now.
 *
 * @param path of the vertex below which it supplies, in its own subsystem
 * @param type of what it supplies
 */
public record SupplyAmount(String path, String type, Amount amount) {
    /** Checks the path. */
    public SupplyAmount {
        Checks.path(path);
        Checks.text(type, "a type");
        Objects.requireNonNull(amount, "amount");
    }

    /** What jobs draw from it. */
    public long drawn() {
        return amount.total() - amount.free();
    }
}
