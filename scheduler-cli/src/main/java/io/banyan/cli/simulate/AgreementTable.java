package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.deadline.CampaignAgreement;
import io.banyan.sim.deadline.CampaignAgreement.CellDifference;
import io.banyan.sim.deadline.CampaignDescription;
import java.util.ArrayList;
import java.util.List;

/**
 * The printed agreement of two campaigns.
 *
 * @param parameters those of the first campaign that differ from those of the other one, such as {@code traffic=flows}
 * @param besideParameters the values of these parameters in the other campaign
 * @param withinThreePercent the number of cells whose completed jobs differ by at most 3 % of the submitted jobs
 */
record AgreementTable(
        int seeds,
        List<String> parameters,
        List<String> besideParameters,
        long withinThreePercent,
        int equalSigns,
        int openSigns,
        int oppositeSigns,
        List<ShownDifference> cells) {
    private static final double CLOSE_PERCENT = 3;

    /** Copies the lists. */
    AgreementTable {
        parameters = List.copyOf(parameters);
        besideParameters = List.copyOf(besideParameters);
        cells = List.copyOf(cells);
    }

    /** The completed jobs of a cell in both campaigns. */
    record ShownDifference(
            String load,
            String programs,
            String communication,
            String mapping,
            double completed,
            double beside,
            double differencePercent) {
        static ShownDifference of(CellDifference difference) {
            return new ShownDifference(
                    difference.cell().load().word(),
                    difference.cell().programs().word(),
                    difference.cell().communication().word(),
                    difference.cell().mapping().word(),
                    difference.completed(),
                    difference.other(),
                    difference.percent());
        }
    }

    static AgreementTable of(
            CampaignAgreement agreement, int seeds, CampaignDescription description, CampaignDescription beside) {
        return new AgreementTable(
                seeds,
                description.differences(beside),
                beside.differences(description),
                agreement.within(CLOSE_PERCENT),
                agreement.equalSigns(),
                agreement.openSigns(),
                agreement.oppositeSigns(),
                agreement.cells().stream().map(ShownDifference::of).toList());
    }

    /** A summary for people, and the cells with larger differences. */
    String text() {
        String summary = seeds + (seeds == 1 ? " seed" : " seeds") + ", " + cells.size() + " cells\n"
                + differences()
                + "Completed jobs differ by at most 3 % of the submitted jobs in " + withinThreePercent + " cells.\n"
                + "Which of two mappings completes more jobs: equal in " + equalSigns + " of "
                + (equalSigns + openSigns + oppositeSigns) + " pairs, open in one campaign in " + openSigns
                + ", opposite in " + oppositeSigns + ".\n";
        if (withinThreePercent == cells.size()) {
            return summary;
        }
        var table = new Table()
                .left("load")
                .left("programs")
                .left("communication")
                .left("mapping")
                .right("completed")
                .right("beside")
                .right("difference");
        for (ShownDifference cell : cells) {
            if (Math.abs(cell.differencePercent()) > CLOSE_PERCENT) {
                table.row(
                        cell.load(),
                        cell.programs(),
                        cell.communication(),
                        cell.mapping(),
                        MeanText.number("%.0f", cell.completed()),
                        MeanText.number("%.0f", cell.beside()),
                        MeanText.number("%+.1f %%", cell.differencePercent()));
            }
        }
        return summary + "\nThe other cells:\n" + table;
    }

    private String differences() {
        return parameters.isEmpty()
                ? ""
                : StatementTable.wrapped("The parameters that differ: " + String.join(" ", parameters) + ", beside "
                                + String.join(" ", besideParameters))
                        + "\n";
    }

    /** The rows of all cells for a spreadsheet. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("load", "programs", "communication", "mapping", "completed", "beside", "difference_percent"));
        for (ShownDifference cell : cells) {
            rows.add(List.of(
                    cell.load(),
                    cell.programs(),
                    cell.communication(),
                    cell.mapping(),
                    MeanText.number("%.2f", cell.completed()),
                    MeanText.number("%.2f", cell.beside()),
                    MeanText.number("%.3f", cell.differencePercent())));
        }
        return rows;
    }
}
