package io.banyan.sim;

import java.util.List;

/**
 * A tree that broke, with the shortest script that breaks it.
 *
 * @param seed from which it came
 * @param violation what is not as it must be
 * @param written how many events the whole script had
 * @param events those that it takes, in their order, one a line
 * @param state the tree at that moment, an instance a line
 */
public record SimulationFinding(long seed, String violation, int written, List<String> events, List<String> state) {
    /** Copies the lists. */
    public SimulationFinding {
        events = List.copyOf(events);
        state = List.copyOf(state);
    }
}
