package io.banyan.rpc.store;

import io.banyan.planner.TimeWindow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The foundation of the top of a tree: the graph at that time, which all later decisions have changed, and the planned
 * time.
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
