package io.banyan.sim.deadline;

import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The gain of a mapping that the paper does not have over the best mapping of the paper. The best mapping is the one
 * that completes the most jobs at that load. The programs are of all types, and communicate asynchronously. Both
 * readings of the median are mappings of the paper.
 *
 * @param mapping {@code foresight}, or another one that the paper does not have
 * @param best the mapping of the paper
 * @param completed the difference of the completed jobs, paired by seed
 * @param nodeHours the difference of their node hours, paired by seed
 */
public record MappingGain(
        LoadLevel load, MappingRule mapping, MappingRule best, MeanEstimate completed, MeanEstimate nodeHours) {
    /** The gains of a campaign by load and mapping; empty if it has only mappings of the paper, or none. O(runs). */
    public static List<MappingGain> of(CampaignTable table) {
        List<MappingRule> paper = new CampaignComparison(table).mappings();
        List<MappingGain> gains = new ArrayList<>();
        for (LoadLevel load : LoadLevel.values()) {
            Optional<MappingRule> best = paper.stream()
                    .max(Comparator.comparingDouble(
                            mapping -> table.mean(CampaignComparison.cell(load, mapping), CampaignRun::completed)
                                    .mean()));
            for (MappingRule mapping : table.mappings()) {
                if (best.isPresent() && !paper.contains(mapping) && !CampaignComparison.isMedian(mapping)) {
                    gains.add(new MappingGain(
                            load,
                            mapping,
                            best.get(),
                            difference(table, load, mapping, best.get(), CampaignRun::completed),
                            difference(table, load, mapping, best.get(), CampaignRun::completedNodeHours)));
                }
            }
        }
        return gains;
    }

    private static MeanEstimate difference(
            CampaignTable table,
            LoadLevel load,
            MappingRule mapping,
            MappingRule other,
            ToDoubleFunction<CampaignRun> figure) {
        return table.difference(
                CampaignComparison.cell(load, mapping), figure, CampaignComparison.cell(load, other), figure);
    }
}
