package io.banyan.sim;

import java.util.List;

/**
 * A tree that broke, with the shortest script that breaks it.
 *
 * @param seed of the tree
 * @param violation the broken invariant
 * @param written the number of events of the whole script
 * @param events the necessary events, in their order, one a line
 * @param state the tree at that moment, an instance a line
 */
public record SimulationFinding(long seed, String violation, int written, List<String> events, List<String> state) {
    /** Copies the lists. */
    public SimulationFinding {
        events = List.copyOf(events);
        state = List.copyOf(state);
    }
}
