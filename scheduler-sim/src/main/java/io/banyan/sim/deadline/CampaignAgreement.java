package io.banyan.sim.deadline;

import io.banyan.sim.deadline.CampaignTable.Cell;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The agreement of two campaigns on the same jobs, such as one with flows and one with messages: the completed jobs in
 * each cell, and which of two mappings completes more.
 *
 * @param cells all cells, that with the largest difference first
 * @param equalSigns the number of pairs of mappings in a cell of which both campaigns say the same: one completes more
 *     jobs, or the difference is open
 * @param openSigns the pairs of which one campaign leaves open which completes more
 * @param oppositeSigns the pairs of which the campaigns say the opposite
 */
public record CampaignAgreement(List<CellDifference> cells, int equalSigns, int openSigns, int oppositeSigns) {
    /** Copies the list. */
    public CampaignAgreement {
        cells = List.copyOf(cells);
    }

    /**
     * The completed jobs in a cell.
     *
     * @param jobs the number of submitted jobs
     * @param completed their mean number in the first campaign
     * @param other their mean number in the other one
     */
    public record CellDifference(Cell cell, int jobs, double completed, double other) {
        /** The difference in percent of the submitted jobs. */
        public double percent() {
            return 100 * (other - completed) / jobs;
        }
    }

    /**
     * Compares two campaigns. O(runs).
     *
     * @throws IllegalArgumentException with one sentence, if they are not on the same seeds and mappings
     */
    public static CampaignAgreement of(CampaignTable table, CampaignTable other) {
        if (!table.seedNumbers().equals(other.seedNumbers())
                || !table.mappings().equals(other.mappings())) {
            throw new IllegalArgumentException("the campaigns must have the same seeds and the same mappings");
        }
        List<CellDifference> cells = new ArrayList<>();
        int[] signs = new int[3];
        for (LoadLevel load : LoadLevel.values()) {
            for (ProgramMix programs : ProgramMix.values()) {
                for (Communication communication : Communication.values()) {
                    List<Cell> row = table.mappings().stream()
                            .map(mapping -> new Cell(load, programs, communication, mapping))
                            .toList();
                    row.forEach(cell -> cells.add(difference(cell, table, other)));
                    countSigns(row, table, other, signs);
                }
            }
        }
        cells.sort(Comparator.comparingDouble((CellDifference cell) -> -Math.abs(cell.percent())));
        return new CampaignAgreement(cells, signs[0], signs[1], signs[2]);
    }

    /** The number of cells whose difference is at most so many percent of the submitted jobs. */
    public long within(double percent) {
        return cells.stream()
                .filter(cell -> Math.abs(cell.percent()) <= percent)
                .count();
    }

    private static CellDifference difference(Cell cell, CampaignTable table, CampaignTable other) {
        return new CellDifference(
                cell,
                (int) table.mean(cell, CampaignRun::jobs).mean(),
                table.mean(cell, CampaignRun::completed).mean(),
                other.mean(cell, CampaignRun::completed).mean());
    }

    /** Counts pairs by the distance of their signs: equal, open in one campaign, opposite. */
    private static void countSigns(List<Cell> row, CampaignTable table, CampaignTable other, int[] signs) {
        for (int i = 0; i < row.size(); i++) {
            for (int j = 0; j < i; j++) {
                signs[Math.abs(sign(table, row.get(i), row.get(j)) - sign(other, row.get(i), row.get(j)))]++;
            }
        }
    }

    /** The sign of a paired difference; 0 if it is open. */
    private static int sign(CampaignTable table, Cell one, Cell another) {
        MeanEstimate estimate = table.difference(one, CampaignRun::completed, another, CampaignRun::completed);
        return estimate.isOpen() ? 0 : (int) Math.signum(estimate.mean());
    }
}
