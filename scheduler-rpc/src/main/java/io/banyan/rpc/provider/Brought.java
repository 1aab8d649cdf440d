package io.banyan.rpc.provider;

import io.banyan.graph.SubgraphVertex;
import io.banyan.provider.Estimate;
import io.banyan.provider.Handle;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.ResourceType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The resources that a provider brought, by handle. */
final class Brought {
    private Brought() {}

    /**
     * The nodes of each handle: those at and below its path, except those of a deeper handle. If no handle has a node,
     * the whole expected cost is assigned to the first handle. O(vertices x depth).
     */
    static Map<String, Account.Cost> byHandle(
            ProvisionResult.Provisioned brought, Optional<Estimate.Possible> expected) {
        Map<String, String> byPath = new HashMap<>();
        Map<String, Account.Cost> costs = new LinkedHashMap<>();
        for (Handle handle : brought.handles()) {
            byPath.put(handle.path(), handle.value());
            costs.put(handle.value(), Account.Cost.NOTHING);
        }
        for (SubgraphVertex vertex : brought.subgraph().vertices()) {
            if (vertex.type().equals(ResourceType.NODE)) {
                above(vertex.path(), byPath)
                        .ifPresent(
                                handle -> costs.merge(handle, new Account.Cost(1, price(vertex)), Account.Cost::plus));
            }
        }
        if (costs.values().stream().noneMatch(cost -> cost.nodes() > 0)) {
            costs.put(
                    brought.handles().getFirst().value(),
                    new Account.Cost(0, expected.flatMap(Estimate.Possible::price)));
        }
        return costs;
    }

    private static Optional<String> above(String path, Map<String, String> byPath) {
        String at = path;
        while (!at.isEmpty() && !byPath.containsKey(at)) {
            at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
        }
        return Optional.ofNullable(byPath.get(at));
    }

    private static Optional<Price> price(SubgraphVertex node) {
        try {
            return Optional.ofNullable(node.properties().get(Price.PROPERTY)).map(Price::parse);
        } catch (IllegalArgumentException notAPrice) {
            return Optional.empty();
        }
    }
}
