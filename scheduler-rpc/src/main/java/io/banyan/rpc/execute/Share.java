package io.banyan.rpc.execute;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.RExecution;
import io.banyan.resource.MemoryUnit;
import io.banyan.rset.IdSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of one machine that a job has.
 *
 * @param cores by their numbers in the node
 * @param memoryBytes empty where it has none, or it is not known in which unit
 */
record Share(IdSet cores, OptionalLong memoryBytes) {
    /** The part of this machine that a job has; empty if it has none. */
    static Optional<Share> of(HereNodes nodes, List<RExecution.Host> hosts, Optional<Subgraph> graph) {
        return hosts.stream()
                .filter(host -> nodes.has(host.name()))
                .findFirst()
                .map(host -> new Share(
                        host.children().getOrDefault("core", IdSet.empty()),
                        graph.isPresent() ? memory(graph.get(), host.name()) : OptionalLong.empty()));
    }

    private static OptionalLong memory(Subgraph graph, String host) {
        long sum = 0;
        boolean isKnown = false;
        for (SubgraphVertex vertex : graph.vertices()) {
            if (vertex.type().name().equals("memory") && vertex.path().contains("/" + host + "/")) {
                OptionalLong unit = MemoryUnit.bytes(vertex.unit());
                if (unit.isEmpty()) {
                    return OptionalLong.empty();
                }
                isKnown = true;
                sum += vertex.size() * unit.getAsLong();
            }
        }
        return isKnown ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    /** Limits of a cgroup (version 2), by the names of their files. */
    Map<String, String> limits(IdSet processors) {
        var limits = new LinkedHashMap<String, String>();
        if (!processors.isEmpty()) {
            limits.put("cpuset.cpus", processors.toString());
            long period = 100_000;
            limits.put("cpu.max", period * processors.size() + " " + period);
        }
        memoryBytes.ifPresent(bytes -> limits.put("memory.max", Long.toString(bytes)));
        return limits;
    }
}
