package io.banyan.instance.message.client;

import io.banyan.rset.IdSet;
import io.banyan.schedule.Footprint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statistics that have to be counted over the whole graph, and so are counted only for those who ask for them.
 *
 * @param ranks by number of vertices that a rank has: the ranks that have so many
 * @param footprint the memory that the graph and its schedule take
 * @param supplies what the auxiliary subsystems supply, those of the matcher's order
 */
public record GraphStatistics(Map<Integer, IdSet> ranks, Footprint footprint, List<SupplyAmount> supplies) {
    /** Copies the collections, the ranks in the order of the numbers. */
    public GraphStatistics {
        ranks = Collections.unmodifiableMap(new TreeMap<>(ranks));
        supplies = List.copyOf(supplies);
    }
}
