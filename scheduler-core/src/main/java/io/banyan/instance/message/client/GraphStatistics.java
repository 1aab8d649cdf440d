package io.banyan.instance.message.client;

import io.banyan.rset.IdSet;
import io.banyan.schedule.Footprint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statistics that are counted over the whole graph, and therefore only on request.
 *
 * @param ranks the ranks by their number of vertices
 * @param footprint the memory of the graph and its schedule
 * @param supplies the amounts of the auxiliary subsystems in the matcher's order
 */
public record GraphStatistics(Map<Integer, IdSet> ranks, Footprint footprint, List<SupplyAmount> supplies) {
    /** Copies the collections, the ranks in the order of the numbers. */
    public GraphStatistics {
        ranks = Collections.unmodifiableMap(new TreeMap<>(ranks));
        supplies = List.copyOf(supplies);
    }
}
