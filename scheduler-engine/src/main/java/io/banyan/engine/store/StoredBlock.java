package io.banyan.engine.store;

import java.util.List;

/** One block of the last plan. Times are in seconds since 1970. */
public record StoredBlock(
        String name, List<String> steps, long startSec, long endSec, List<String> nodes, String reservation) {
    /** Copies the lists. */
    public StoredBlock {
        steps = List.copyOf(steps);
        nodes = List.copyOf(nodes);
    }
}
