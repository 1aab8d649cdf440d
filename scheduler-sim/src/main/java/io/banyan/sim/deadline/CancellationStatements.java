package io.banyan.sim.deadline;

import static io.banyan.sim.deadline.CampaignComparison.cell;
import static io.banyan.sim.deadline.CampaignComparison.percents;

import io.banyan.sim.deadline.Statement.Verdict;
import io.banyan.sim.program.ProgramMix;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The statements on cancelled jobs. */
final class CancellationStatements {
    private static final double FEW_POINTS = 5;

    private final CampaignComparison comparison;

    private CancellationStatements(CampaignComparison comparison) {
        this.comparison = comparison;
    }

    static List<Statement> of(CampaignComparison comparison) {
        var statements = new CancellationStatements(comparison);
        MappingRule median = comparison.median();
        return List.of(
                statements.c1(),
                statements.c2(),
                statements.smallest(
                        "C3", "BSP, normal load: the median has the smallest cancelled share.", ProgramMix.BSP, median),
                statements.smallest(
                        "C4",
                        "All types, normal load: scattered leak has the smallest cancelled share.",
                        ProgramMix.UNIFORM,
                        MappingRule.LEAK_SCATTERED),
                statements.c5(),
                statements.c6(),
                statements.c7(),
                statements.c8a(),
                new Statement(
                        "C8b",
                        "Monte Carlo, very heavy load: Hilbert has a smaller cancelled share than the median.",
                        comparison.fewerCancelled(
                                LoadLevel.VERY_HEAVY, ProgramMix.MONTE_CARLO, MappingRule.HILBERT, median),
                        comparison.shares(LoadLevel.VERY_HEAVY, List.of(ProgramMix.MONTE_CARLO))));
    }

    private Statement c1() {
        return new Statement(
                "C1",
                "Monte Carlo and BSP, normal load: bookings have smaller cancelled shares than leak.",
                atNormalLoad(CampaignComparison.STATIC_TYPES, comparison.booked(), CampaignComparison.LEAKS),
                comparison.shares(LoadLevel.NORMAL, CampaignComparison.STATIC_TYPES));
    }

    private Statement c2() {
        return new Statement(
                "C2",
                "Both FEM types, normal load: leak has smaller cancelled shares than bookings.",
                atNormalLoad(CampaignComparison.DYNAMIC_TYPES, CampaignComparison.LEAKS, comparison.booked()),
                comparison.shares(LoadLevel.NORMAL, CampaignComparison.DYNAMIC_TYPES));
    }

    /** Whether each of some mappings has a smaller cancelled share than each of others. */
    private Verdict atNormalLoad(List<ProgramMix> mixes, List<MappingRule> smaller, List<MappingRule> larger) {
        Verdict verdict = Verdict.YES;
        for (ProgramMix programs : mixes) {
            for (MappingRule one : smaller) {
                for (MappingRule other : larger) {
                    verdict = verdict.and(comparison.fewerCancelled(LoadLevel.NORMAL, programs, one, other));
                }
            }
        }
        return verdict;
    }

    private Statement smallest(String id, String text, ProgramMix programs, MappingRule mapping) {
        return new Statement(
                id,
                text,
                comparison.smallest(LoadLevel.NORMAL, programs, mapping),
                comparison.shares(LoadLevel.NORMAL, List.of(programs)));
    }

    private Statement c5() {
        Verdict verdict = Verdict.YES;
        for (ProgramMix programs : ProgramMix.values()) {
            for (MappingRule leak : CampaignComparison.LEAKS) {
                verdict = verdict.and(moreCancelled(LoadLevel.NORMAL, LoadLevel.HEAVY, programs, leak))
                        .and(moreCancelled(LoadLevel.HEAVY, LoadLevel.VERY_HEAVY, programs, leak));
            }
        }
        return new Statement(
                "C5",
                "The cancelled share of leak grows with the load.",
                verdict,
                percents(comparison.cancelledByLoad(ProgramMix.UNIFORM, MappingRule.LEAK)));
    }

    private Verdict moreCancelled(LoadLevel load, LoadLevel heavier, ProgramMix programs, MappingRule mapping) {
        return comparison.less(
                cell(load, programs, mapping),
                CampaignRun::cancelledPercent,
                cell(heavier, programs, mapping),
                CampaignRun::cancelledPercent);
    }

    private Statement c6() {
        double[] shares = comparison.cancelledByLoad(ProgramMix.UNIFORM, comparison.median());
        double spread = Arrays.stream(shares).max().orElse(0)
                - Arrays.stream(shares).min().orElse(0);
        return new Statement(
                "C6",
                "The cancelled share of the median changes by less than 5 points with the load.",
                Verdict.of(spread < FEW_POINTS),
                percents(shares));
    }

    private Statement c7() {
        Verdict verdict = Verdict.YES;
        for (ProgramMix programs : CampaignComparison.DYNAMIC_TYPES) {
            verdict = verdict.and(comparison.fewerCancelled(
                    LoadLevel.VERY_HEAVY, programs, MappingRule.LEAK, MappingRule.LEAK_SCATTERED));
        }
        return new Statement(
                "C7",
                "Both FEM types, very heavy load: leak has a smaller cancelled share than scattered leak.",
                verdict,
                comparison.shares(LoadLevel.VERY_HEAVY, CampaignComparison.DYNAMIC_TYPES));
    }

    private Statement c8a() {
        List<Verdict> verdicts = Arrays.stream(ProgramMix.values())
                .map(programs -> comparison.smallest(LoadLevel.VERY_HEAVY, programs, comparison.median()))
                .toList();
        int won = Collections.frequency(verdicts, Verdict.YES);
        int needed = verdicts.size() - 1;
        boolean isOpen = won < needed && won + Collections.frequency(verdicts, Verdict.OPEN) >= needed;
        return new Statement(
                "C8a",
                "Very heavy load: the median has the smallest cancelled share for 4 of 5 mixes of programs.",
                isOpen ? Verdict.OPEN : Verdict.of(won >= needed),
                won + " of " + verdicts.size());
    }
}
