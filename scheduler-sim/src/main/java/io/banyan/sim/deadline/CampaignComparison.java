package io.banyan.sim.deadline;

import io.banyan.sim.deadline.CampaignTable.Cell;
import io.banyan.sim.deadline.Statement.Verdict;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Comparisons of the cells of a campaign. */
final class CampaignComparison {
    static final List<ProgramMix> STATIC_TYPES = List.of(ProgramMix.MONTE_CARLO, ProgramMix.BSP);
    static final List<ProgramMix> DYNAMIC_TYPES = List.of(ProgramMix.FEM, ProgramMix.ADAPTIVE_FEM);
    static final List<MappingRule> LEAKS = List.of(MappingRule.LEAK, MappingRule.LEAK_SCATTERED);

    private static final List<MappingRule> PAPER =
            List.of(MappingRule.HILBERT, MappingRule.LEAK, MappingRule.LEAK_SCATTERED);

    private final CampaignTable table;
    private final MappingRule median;

    CampaignComparison(CampaignTable table) {
        this.table = table;
        this.median = table.mappings().contains(MappingRule.STRICT_MEDIAN)
                ? MappingRule.STRICT_MEDIAN
                : MappingRule.MANHATTAN_MEDIAN;
    }

    CampaignTable table() {
        return table;
    }

    /** The median of the campaign, strict or not. */
    MappingRule median() {
        return median;
    }

    /** The mappings of the paper, in the order of the campaign. */
    List<MappingRule> mappings() {
        return table.mappings().stream()
                .filter(mapping -> mapping == median || PAPER.contains(mapping))
                .toList();
    }

    /** Whether the campaign has all mappings of the paper. */
    boolean isComplete() {
        return mappings().contains(median) && mappings().containsAll(PAPER);
    }

    /** Whether a mapping is one of the two readings of the median. */
    static boolean isMedian(MappingRule mapping) {
        return mapping == MappingRule.STRICT_MEDIAN || mapping == MappingRule.MANHATTAN_MEDIAN;
    }

    /** The mappings that book nodes. */
    List<MappingRule> booked() {
        return List.of(MappingRule.HILBERT, median);
    }

    /** The cell of all types of programs, with asynchronous communication. */
    static Cell cell(LoadLevel load, MappingRule mapping) {
        return cell(load, ProgramMix.UNIFORM, mapping);
    }

    /** A cell with asynchronous communication. */
    static Cell cell(LoadLevel load, ProgramMix programs, MappingRule mapping) {
        return new Cell(load, programs, Communication.ASYNCHRONOUS, mapping);
    }

    /** The mean of a number in a cell. */
    double mean(Cell cell, ToDoubleFunction<CampaignRun> figure) {
        return table.mean(cell, figure).mean();
    }

    /** Whether one mapping has a smaller cancelled share than another. */
    Verdict fewerCancelled(LoadLevel load, ProgramMix programs, MappingRule fewer, MappingRule more) {
        return less(
                cell(load, programs, fewer),
                CampaignRun::cancelledPercent,
                cell(load, programs, more),
                CampaignRun::cancelledPercent);
    }

    /** Whether a mapping has a smaller cancelled share than each other one. */
    Verdict smallest(LoadLevel load, ProgramMix programs, MappingRule mapping) {
        Verdict verdict = Verdict.YES;
        for (MappingRule other : mappings()) {
            verdict = other == mapping ? verdict : verdict.and(fewerCancelled(load, programs, mapping, other));
        }
        return verdict;
    }

    /** Whether one number is less than another, by the paired difference. With one seed, this is open. */
    Verdict less(
            Cell cell, ToDoubleFunction<CampaignRun> figure, Cell other, ToDoubleFunction<CampaignRun> otherFigure) {
        MeanEstimate difference = table.difference(cell, figure, other, otherFigure);
        if (difference.isOpen()) {
            return Verdict.OPEN;
        }
        return Verdict.of(difference.mean() < 0);
    }

    /** The cancelled shares at each load, in percent. */
    double[] cancelledByLoad(ProgramMix programs, MappingRule mapping) {
        return Arrays.stream(LoadLevel.values())
                .mapToDouble(load -> mean(cell(load, programs, mapping), CampaignRun::cancelledPercent))
                .toArray();
    }

    /** The cancelled shares of all mappings for people. */
    String shares(LoadLevel load, List<ProgramMix> mixes) {
        List<String> words = new ArrayList<>();
        for (ProgramMix programs : mixes) {
            double[] shares = mappings().stream()
                    .mapToDouble(mapping -> mean(cell(load, programs, mapping), CampaignRun::cancelledPercent))
                    .toArray();
            words.add(programs.word() + " " + percents(shares));
        }
        return String.join("; ", words);
    }

    static String numbers(double... values) {
        return joined("%.0f", values);
    }

    static String percents(double... values) {
        return joined("%.0f", values) + " %";
    }

    private static String joined(String format, double... values) {
        return String.join(
                ", ",
                Arrays.stream(values)
                        .mapToObj(value -> String.format(Locale.ROOT, format, value))
                        .toList());
    }
}
