package io.banyan.sim.deadline;

import static io.banyan.sim.deadline.CampaignComparison.cell;
import static io.banyan.sim.deadline.CampaignComparison.numbers;

import io.banyan.sim.deadline.CampaignTable.Cell;
import io.banyan.sim.deadline.Statement.Verdict;
import io.banyan.sim.program.ProgramMix;
import java.util.List;
import java.util.Locale;

/** The statements on completed jobs. */
final class CompletionStatements {
    /** The least ratio that is about twice as many. */
    private static final double ABOUT_TWICE = 1.7;

    private final CampaignComparison comparison;

    private CompletionStatements(CampaignComparison comparison) {
        this.comparison = comparison;
    }

    static List<Statement> of(CampaignComparison comparison) {
        var statements = new CompletionStatements(comparison);
        return List.of(
                new Statement(
                        "S1",
                        "Both FEM types, normal load: leak completes about twice as many jobs as bookings.",
                        statements.aboutTwice(List.of(LoadLevel.NORMAL)),
                        statements.ratios(LoadLevel.NORMAL)),
                new Statement(
                        "S2",
                        "Both FEM types, other loads: leak completes about twice as many jobs as bookings.",
                        statements.aboutTwice(List.of(LoadLevel.HEAVY, LoadLevel.VERY_HEAVY)),
                        statements.ratios(LoadLevel.HEAVY) + "; " + statements.ratios(LoadLevel.VERY_HEAVY)),
                statements.s3a(),
                statements.s3b());
    }

    private Verdict aboutTwice(List<LoadLevel> loads) {
        return Verdict.of(loads.stream()
                .allMatch(load -> CampaignComparison.DYNAMIC_TYPES.stream()
                        .allMatch(programs -> comparison.booked().stream()
                                .allMatch(booked -> ratio(load, programs, booked) >= ABOUT_TWICE))));
    }

    private double ratio(LoadLevel load, ProgramMix programs, MappingRule booked) {
        return completed(cell(load, programs, MappingRule.LEAK)) / completed(cell(load, programs, booked));
    }

    private String ratios(LoadLevel load) {
        return String.join(
                ", ",
                CampaignComparison.DYNAMIC_TYPES.stream()
                        .map(programs -> String.format(
                                Locale.ROOT,
                                "%s %.1f and %.1f",
                                programs.word(),
                                ratio(load, programs, MappingRule.HILBERT),
                                ratio(load, programs, comparison.median())))
                        .toList());
    }

    private Statement s3a() {
        Verdict verdict = Verdict.YES;
        for (MappingRule booked : comparison.booked()) {
            verdict = verdict.and(comparison.less(
                    overloaded(MappingRule.LEAK), CampaignRun::completed, overloaded(booked), CampaignRun::completed));
        }
        return new Statement(
                "S3a", "Monte Carlo, very heavy load: bookings complete more jobs than leak.", verdict, all());
    }

    private Statement s3b() {
        Cell scattered = overloaded(MappingRule.LEAK_SCATTERED);
        Verdict verdict = Verdict.YES;
        for (MappingRule booked : comparison.booked()) {
            verdict = verdict.and(
                    comparison.less(overloaded(booked), CampaignRun::completed, scattered, CampaignRun::completed));
        }
        return new Statement(
                "S3b",
                "Monte Carlo, very heavy load: scattered leak completes more jobs than bookings.",
                verdict,
                all());
    }

    private static Cell overloaded(MappingRule mapping) {
        return cell(LoadLevel.VERY_HEAVY, ProgramMix.MONTE_CARLO, mapping);
    }

    private String all() {
        return numbers(comparison.mappings().stream()
                .mapToDouble(mapping -> completed(overloaded(mapping)))
                .toArray());
    }

    private double completed(Cell cell) {
        return comparison.mean(cell, CampaignRun::completed);
    }
}
