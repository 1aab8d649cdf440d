package io.banyan.sim.deadline;

import static io.banyan.sim.deadline.CampaignComparison.cell;
import static io.banyan.sim.deadline.CampaignComparison.numbers;
import static io.banyan.sim.deadline.CampaignComparison.percents;

import io.banyan.sim.deadline.CampaignTable.Cell;
import io.banyan.sim.deadline.Statement.Verdict;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The statements on accepted jobs. */
final class AcceptanceStatements {
    private static final double JOBS_IN_PAPER = 1000;
    private static final double TOLERANCE = 0.1;
    private static final double NEARLY_ALL = 0.95;

    private final CampaignComparison comparison;
    private final double jobs;

    private AcceptanceStatements(CampaignComparison comparison) {
        this.comparison = comparison;
        this.jobs = comparison.mean(cell(LoadLevel.NORMAL, MappingRule.HILBERT), CampaignRun::jobs);
    }

    static List<Statement> of(CampaignComparison comparison) {
        var statements = new AcceptanceStatements(comparison);
        return List.of(
                statements.a1(),
                statements.a2(),
                statements.a3(),
                statements.half(
                        "A4a",
                        "At very heavy load, the median accepts half as many jobs as at normal load.",
                        cell(LoadLevel.NORMAL, comparison.median())),
                statements.half(
                        "A4b",
                        "At very heavy load, the median accepts half as many jobs as Hilbert.",
                        cell(LoadLevel.VERY_HEAVY, MappingRule.HILBERT)),
                statements.a5(),
                statements.a6());
    }

    private Statement a1() {
        boolean isNear = Arrays.stream(LoadLevel.values()).allMatch(load -> {
            double of1000 = counted(load) / jobs * JOBS_IN_PAPER;
            return Math.abs(of1000 / load.countedInPaper() - 1) <= TOLERANCE;
        });
        return new Statement(
                "A1",
                "Counts accept 510, 400 and 260 of 1000 jobs, to a tenth.",
                Verdict.of(isNear),
                numbers(byLoad(this::counted)));
    }

    private Statement a2() {
        Verdict verdict = Verdict.YES;
        for (LoadLevel load : LoadLevel.values()) {
            Cell hilbert = cell(load, MappingRule.HILBERT);
            verdict = verdict.and(comparison.less(hilbert, CampaignRun::counted, hilbert, CampaignRun::accepted));
        }
        return new Statement(
                "A2",
                "Hilbert accepts more jobs than counts at each load.",
                verdict,
                percents(byLoad(load -> 100 * accepted(cell(load, MappingRule.HILBERT)) / counted(load))));
    }

    private Statement a3() {
        Cell hilbert = cell(LoadLevel.NORMAL, MappingRule.HILBERT);
        Cell median = cell(LoadLevel.NORMAL, comparison.median());
        return new Statement(
                "A3",
                "At normal load, the median accepts more jobs than Hilbert.",
                comparison.less(hilbert, CampaignRun::accepted, median, CampaignRun::accepted),
                numbers(accepted(median), accepted(hilbert)));
    }

    private Statement half(String id, String text, Cell whole) {
        double part = accepted(cell(LoadLevel.VERY_HEAVY, comparison.median()));
        boolean isHalf = Math.abs(part / accepted(whole) - 0.5) <= TOLERANCE;
        return new Statement(id, text, Verdict.of(isHalf), numbers(part, accepted(whole)));
    }

    private Statement a5() {
        double[] leaked = byLoad(load -> accepted(cell(load, MappingRule.LEAK)));
        boolean areNearlyAll = Arrays.stream(leaked).allMatch(accepted -> accepted >= NEARLY_ALL * jobs);
        return new Statement(
                "A5", "Leak accepts nearly all jobs at each load.", Verdict.of(areNearlyAll), numbers(leaked));
    }

    private Statement a6() {
        boolean isSame = Arrays.stream(LoadLevel.values())
                .allMatch(load ->
                        comparison.mappings().stream().allMatch(mapping -> isIndependentOfPrograms(load, mapping)));
        return new Statement("A6", "Acceptance does not depend on the programs.", Verdict.of(isSame), "");
    }

    private boolean isIndependentOfPrograms(LoadLevel load, MappingRule mapping) {
        double[] first = comparison.table().values(cell(load, mapping), CampaignRun::accepted);
        return Arrays.stream(ProgramMix.values())
                .allMatch(programs -> Arrays.stream(Communication.values())
                        .map(communication -> new Cell(load, programs, communication, mapping))
                        .allMatch(
                                cell -> Arrays.equals(first, comparison.table().values(cell, CampaignRun::accepted))));
    }

    private double counted(LoadLevel load) {
        return comparison.mean(cell(load, MappingRule.HILBERT), CampaignRun::counted);
    }

    private double accepted(Cell cell) {
        return comparison.mean(cell, CampaignRun::accepted);
    }

    private static double[] byLoad(ToDoubleFunction<LoadLevel> figure) {
        return Arrays.stream(LoadLevel.values()).mapToDouble(figure).toArray();
    }
}
