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

/** The figures 14 to 18 of the paper from a campaign: a row for each mix of programs, a panel for each load. */
public final class CampaignPlots {
    private static final List<LoadLevel> LOADS = List.of(LoadLevel.values());

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
            List<List<BarPanels.Value>> byLoad = new ArrayList<>();
            for (LoadLevel load : LoadLevel.values()) {
                byLoad.add(table.mappings().stream()
                        .map(mapping ->
                                value(table.mean(new Cell(load, programs, communication, mapping), figure), format))
                        .toList());
            }
            double end = byLoad.stream().mapToDouble(BarPanels::largest).max().orElse(0);
            for (int i = 0; i < LOADS.size(); i++) {
                panels.add(new BarPanels.Panel(
                        programs.word() + ", " + LOADS.get(i).word() + " load", byLoad.get(i), end));
            }
        }
        List<String> names = table.mappings().stream()
                .map(mapping -> mapping.word().replace("manhattan-", ""))
                .toList();
        String full = title + " ("
                + (table.seeds() == 1 ? "one seed" : "means of " + table.seeds() + " seeds, 95 % intervals") + ")";
        return BarPanels.svg(full, names, panels, LOADS.size());
    }

    private static BarPanels.Value value(MeanEstimate of, String format) {
        return new BarPanels.Value(of.mean(), of.halfWidth(), String.format(Locale.ROOT, format, of.mean()));
    }
}
