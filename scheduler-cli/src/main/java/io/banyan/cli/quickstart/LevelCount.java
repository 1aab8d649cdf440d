package io.banyan.cli.quickstart;

import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import java.util.Map;

/**
 * The count of the resources at one level at one moment. Equal counts mean "as before".
 *
 * @param level its name, L0 at the top
 * @param vertices in its graph
 * @param edges in its graph
 * @param amounts in total and free, by resource type
 */
public record LevelCount(String level, long vertices, long edges, Map<String, Amount> amounts) {
    private static final Amount NOTHING = new Amount(0, 0);

    static LevelCount of(String level, Statistics statistics) {
        return new LevelCount(level, statistics.vertices(), statistics.edges(), statistics.amounts());
    }

    /** Vertices and edges together, the paper's measure of size. */
    long elements() {
        return vertices + edges;
    }

    /** How much there is of a type. */
    Amount amount(String type) {
        return amounts.getOrDefault(type, NOTHING);
    }

    /** Whether anything is free. */
    boolean isFull() {
        return amounts.values().stream().allMatch(amount -> amount.free() == 0);
    }
}
