package io.banyan.sim.deadline;

import static io.banyan.sim.deadline.CampaignComparison.cell;

import io.banyan.sim.deadline.CampaignTable.Cell;
import io.banyan.sim.deadline.Statement.Verdict;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The statements on synchronous communication. */
final class SynchronousStatements {
    private static final List<MappingRule> GAINING = List.of(MappingRule.HILBERT, MappingRule.LEAK);

    private final CampaignComparison comparison;

    private SynchronousStatements(CampaignComparison comparison) {
        this.comparison = comparison;
    }

    static List<Statement> of(CampaignComparison comparison) {
        var statements = new SynchronousStatements(comparison);
        return List.of(statements.y1(), statements.y2(), statements.y3());
    }

    /** By how many points the cancelled share is smaller with synchronous communication. */
    private record Gain(ProgramMix programs, MappingRule mapping, double points) {}

    private Statement y1() {
        int same = 0;
        int cells = 0;
        for (LoadLevel load : LoadLevel.values()) {
            for (ProgramMix programs : ProgramMix.values()) {
                same += order(load, programs, Communication.ASYNCHRONOUS)
                                .equals(order(load, programs, Communication.SYNCHRONOUS))
                        ? 1
                        : 0;
                cells++;
            }
        }
        return new Statement(
                "Y1",
                "Synchronous communication gives the same order of the mappings in 4 of 5 cells.",
                Verdict.of(5 * same >= 4 * cells),
                same + " of " + cells);
    }

    private List<MappingRule> order(LoadLevel load, ProgramMix programs, Communication communication) {
        return comparison.mappings().stream()
                .sorted(Comparator.comparingDouble(mapping -> comparison.mean(
                        new Cell(load, programs, communication, mapping), CampaignRun::cancelledPercent)))
                .toList();
    }

    private Statement y2() {
        Verdict verdict = Verdict.YES;
        List<String> gains = new ArrayList<>();
        for (MappingRule mapping : GAINING) {
            for (ProgramMix programs : ProgramMix.values()) {
                verdict = verdict.and(comparison.less(
                        synchronous(programs, mapping),
                        CampaignRun::cancelledPercent,
                        cell(LoadLevel.NORMAL, programs, mapping),
                        CampaignRun::cancelledPercent));
            }
            gains.add(String.format(
                    Locale.ROOT,
                    "%s %.1f",
                    mapping.word(),
                    gain(ProgramMix.UNIFORM, mapping).points()));
        }
        return new Statement(
                "Y2",
                "With synchronous communication, Hilbert and leak have smaller cancelled shares.",
                verdict,
                String.join(", ", gains) + " points");
    }

    private Statement y3() {
        List<Gain> gains = new ArrayList<>();
        for (MappingRule mapping : GAINING) {
            for (ProgramMix programs : ProgramMix.values()) {
                gains.add(gain(programs, mapping));
            }
        }
        Gain most = Collections.max(gains, Comparator.comparingDouble(Gain::points));
        return new Statement(
                "Y3",
                "BSP with leak gains most from synchronous communication.",
                Verdict.of(most.programs == ProgramMix.BSP && most.mapping == MappingRule.LEAK),
                most.programs.word() + " with " + most.mapping.word());
    }

    private static Cell synchronous(ProgramMix programs, MappingRule mapping) {
        return new Cell(LoadLevel.NORMAL, programs, Communication.SYNCHRONOUS, mapping);
    }

    private Gain gain(ProgramMix programs, MappingRule mapping) {
        double points = comparison.mean(cell(LoadLevel.NORMAL, programs, mapping), CampaignRun::cancelledPercent)
                - comparison.mean(synchronous(programs, mapping), CampaignRun::cancelledPercent);
        return new Gain(programs, mapping, points);
    }
}
