package io.banyan.sim.deadline;

import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The runs of a campaign by cell. The runs of all cells are on the same jobs, so that differences are paired. */
public final class CampaignTable {
    private final Map<Cell, List<CampaignRun>> runs = new HashMap<>();
    private final List<MappingRule> mappings = new ArrayList<>();

    /** The runs with the same parameters but the seed. */
    public record Cell(LoadLevel load, ProgramMix programs, Communication communication, MappingRule mapping) {}

    /**
     * Sorts the runs of whole units into cells. O(runs).
     *
     * @throws IllegalArgumentException with one sentence, if there are no runs, or if two cells do not have the same
     *     distinct seeds in the same order
     */
    public CampaignTable(List<CampaignRun> all) {
        for (CampaignRun run : all) {
            runs.computeIfAbsent(
                            new Cell(run.load(), run.programs(), run.communication(), run.mapping()),
                            cell -> new ArrayList<>())
                    .add(run);
            if (!mappings.contains(run.mapping())) {
                mappings.add(run.mapping());
            }
        }
        long seeds = runs.values().stream().mapToInt(List::size).distinct().count();
        int cells = LoadLevel.values().length
                * ProgramMix.values().length
                * Communication.values().length
                * mappings.size();
        if (all.isEmpty() || seeds != 1 || runs.size() != cells) {
            throw new IllegalArgumentException(
                    "the campaign is not complete: its last seed has not been run under all loads");
        }
        List<Long> numbers = seedNumbers();
        if (numbers.stream().distinct().count() != numbers.size()
                || runs.values().stream().anyMatch(cell -> !seeds(cell).equals(numbers))) {
            throw new IllegalArgumentException("each cell of the campaign must have each seed once, in the same order");
        }
    }

    /** The number of seeds. */
    public int seeds() {
        return runs.values().iterator().next().size();
    }

    /** The seeds, in the order of the campaign. */
    List<Long> seedNumbers() {
        return seeds(runs.values().iterator().next());
    }

    private static List<Long> seeds(List<CampaignRun> cell) {
        return cell.stream().map(CampaignRun::seed).toList();
    }

    /** The mappings, in the order of the campaign. */
    public List<MappingRule> mappings() {
        return List.copyOf(mappings);
    }

    /** The values of a cell by seed. */
    double[] values(Cell cell, ToDoubleFunction<CampaignRun> figure) {
        List<CampaignRun> found = runs.get(cell);
        if (found == null) {
            throw new IllegalArgumentException("the campaign has no runs with the mapping "
                    + cell.mapping().word());
        }
        return found.stream().mapToDouble(figure).toArray();
    }

    /** The mean of the difference of two numbers, paired by seed. */
    MeanEstimate difference(
            Cell cell, ToDoubleFunction<CampaignRun> figure, Cell other, ToDoubleFunction<CampaignRun> otherFigure) {
        double[] differences = values(cell, figure);
        double[] subtracted = values(other, otherFigure);
        for (int i = 0; i < differences.length; i++) {
            differences[i] -= subtracted[i];
        }
        return MeanEstimate.of(differences);
    }

    /** The mean of a number in a cell. */
    public MeanEstimate mean(Cell cell, ToDoubleFunction<CampaignRun> figure) {
        return MeanEstimate.of(values(cell, figure));
    }
}
