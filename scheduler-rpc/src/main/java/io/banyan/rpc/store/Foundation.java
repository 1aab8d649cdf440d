package io.banyan.rpc.store;

import io.banyan.planner.TimeWindow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * On what the top of a tree was founded: the graph as it was then, which all decisions since have changed, and the time
 * that is planned.
 *
 * @param horizon the time that can be planned
 * @param graph the file of the graph, or the directory of its topologies
 * @param format of the graph; empty where it shows in how the file begins
 * @param allowlist the resource types that were kept of an hwloc topology; empty for all
 */
public record Foundation(TimeWindow horizon, Path graph, Optional<String> format, List<String> allowlist) {
    /** Copies the list. */
    public Foundation {
        allowlist = List.copyOf(allowlist);
    }
}
