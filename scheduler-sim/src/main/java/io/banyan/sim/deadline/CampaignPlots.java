package io.banyan.sim.deadline;

import io.banyan.sim.deadline.CampaignTable.Cell;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.plot.BarPanels;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The figures 14 to 18 of the paper from a campaign: a panel for each load and mix of programs. */
public final class CampaignPlots {
    private CampaignPlots() {}

    /** By name of the file: the picture. O(runs). */
    public static Map<String, String> of(CampaignTable table) {
        Map<String, String> plots = new LinkedHashMap<>();
        plots.put(
                "figure14.svg",
                plot(table, "Accepted jobs", Communication.ASYNCHRONOUS, CampaignRun::accepted, "%.0f"));
        plots.put(
                "figure15.svg",
                plot(
                        table,
                        "Cancelled share of the accepted jobs, asynchronous",
                        Communication.ASYNCHRONOUS,
                        CampaignRun::cancelledPercent,
                        "%.1f %%"));
        plots.put(
                "figure16.svg",
                plot(
                        table,
                        "Cancelled share of the accepted jobs, synchronous",
                        Communication.SYNCHRONOUS,
                        CampaignRun::cancelledPercent,
                        "%.1f %%"));
        plots.put(
                "figure17.svg",
                plot(
                        table,
                        "Completed jobs, asynchronous",
                        Communication.ASYNCHRONOUS,
                        CampaignRun::completed,
                        "%.0f"));
        plots.put(
                "figure18.svg",
                plot(table, "Completed jobs, synchronous", Communication.SYNCHRONOUS, CampaignRun::completed, "%.0f"));
        plots.put(
                "node-hours.svg",
                plot(
                        table,
                        "Node hours of completed jobs, asynchronous",
                        Communication.ASYNCHRONOUS,
                        CampaignRun::completedNodeHours,
                        "%.0f"));
        return plots;
    }

    private static String plot(
            CampaignTable table,
            String title,
            Communication communication,
            ToDoubleFunction<CampaignRun> figure,
            String format) {
        List<BarPanels.Panel> panels = new ArrayList<>();
        for (ProgramMix programs : ProgramMix.values()) {
            for (LoadLevel load : LoadLevel.values()) {
                panels.add(new BarPanels.Panel(
                        programs.word() + ", " + load.word() + " load",
                        table.mappings().stream()
                                .map(mapping -> value(
                                        table.mean(new Cell(load, programs, communication, mapping), figure), format))
                                .toList()));
            }
        }
        List<String> names = table.mappings().stream().map(MappingRule::word).toList();
        return BarPanels.svg(title + " (means of " + table.seeds() + " seeds, 95 % intervals)", names, panels);
    }

    private static BarPanels.Value value(MeanEstimate of, String format) {
        return new BarPanels.Value(of.mean(), of.halfWidth(), String.format(Locale.ROOT, format, of.mean()));
    }
}
