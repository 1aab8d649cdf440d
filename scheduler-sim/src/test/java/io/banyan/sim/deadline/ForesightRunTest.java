package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of programs whose processes are booked over time. The invariants are checked at the end of each run. */
class ForesightRunTest {
    private static final ProgramSettings USUAL = ProgramSettings.defaults();
    private static final List<MappingRule> FORESIGHT = List.of(MappingRule.FORESIGHT, MappingRule.FORESIGHT_BLIND);

    private static ExecutionOutcome run(
            Grid grid, ProgramSettings settings, MappingRule rule, ProgramMix mix, List<DeadlineJob> jobs) {
        return new DeadlineRun(grid, settings)
                .run(jobs, rule, new DeadlineRun.Programs(mix.types(), Communication.ASYNCHRONOUS, 1));
    }

    @ParameterizedTest
    @EnumSource(ProgramMix.class)
    void aJobAloneIsCompleted(ProgramMix mix) {
        for (MappingRule rule : FORESIGHT) {
            ExecutionOutcome outcome = run(
                    Grid.of(2, 2), USUAL.with("unit=node"), rule, mix, List.of(new DeadlineJob(1, 4, 0, 1000, 1000)));
            assertThat(outcome.completed()).as("%s", rule).isEqualTo(1);
            assertThat(outcome.lastEndSec()).isLessThanOrEqualTo(1000);
        }
    }

    @Test
    void aJobThatCannotEndInTimeIsRefusedAndNotCancelled() {
        ExecutionOutcome outcome = run(
                Grid.of(1),
                USUAL.with("unit=node"),
                MappingRule.FORESIGHT,
                ProgramMix.MONTE_CARLO,
                List.of(
                        new DeadlineJob(1, 1, 0, 100, 100),
                        new DeadlineJob(2, 1, 10, 100, 150),
                        new DeadlineJob(3, 1, 20, 100, 200)));
        assertThat(outcome.jobs()).isEqualTo(3);
        assertThat(outcome.accepted()).isEqualTo(2);
        assertThat(outcome.completed()).isEqualTo(2);
        assertThat(outcome.cancelled()).isZero();
        assertThat(outcome.acceptedNodeSec()).isEqualTo(200);
        assertThat(outcome.lastEndSec())
                .as("the third job starts when it is due")
                .isEqualTo(200);
    }

    @Test
    void aJobStartsWhenItIsReadyAndWhenItIsDue() {
        // A job with a slack of 900 s waits for 90 s.
        ExecutionOutcome ready = run(
                Grid.of(8),
                USUAL.with("unit=node"),
                MappingRule.FORESIGHT,
                ProgramMix.MONTE_CARLO,
                List.of(new DeadlineJob(1, 1, 0, 100, 1000)));
        assertThat(ready.lastEndSec()).isEqualTo(190);
        // The second job needs the whole machine, and leaves nothing of the reserve: it starts behind the first.
        ExecutionOutcome due = run(
                Grid.of(8),
                USUAL.with("unit=node").with("scatter-share=0"),
                MappingRule.FORESIGHT,
                ProgramMix.MONTE_CARLO,
                List.of(new DeadlineJob(1, 1, 0, 500, 500), new DeadlineJob(2, 8, 0, 100, 1000)));
        assertThat(due.completed()).isEqualTo(2);
        assertThat(due.lastEndSec()).isEqualTo(600);
    }

    @ParameterizedTest
    @EnumSource(ProgramMix.class)
    void eachAcceptedJobIsCompletedOrCancelled(ProgramMix mix) {
        Grid grid = Grid.of(8, 4);
        for (LoadLevel load : LoadLevel.values()) {
            List<DeadlineJob> jobs = DeadlineWorkload.USUAL.jobs(150, grid.nodes(), load.gapSec(), 4);
            for (MappingRule rule : FORESIGHT) {
                for (ProgramSettings settings :
                        List.of(USUAL, USUAL.with("unit=node"), USUAL.with("profile-error=1"))) {
                    ExecutionOutcome outcome = run(grid, settings, rule, mix, jobs);
                    assertThat(outcome.completed() + outcome.cancelled()).isEqualTo(outcome.accepted());
                    assertThat(outcome.accepted()).isBetween(1, 150);
                    assertThat(outcome.usedShare()).isBetween(0.0, 1.0);
                    assertThat(outcome.sharingSlowdown()).isGreaterThanOrEqualTo(1 - 1e-9);
                    assertThat(run(grid, settings, rule, mix, jobs)).isEqualTo(outcome);
                }
            }
        }
    }

    @Test
    void moreJobsAreCompletedThanWithTheMappingsOfThePaper() {
        Grid grid = Grid.of(16, 8);
        for (LoadLevel load : List.of(LoadLevel.HEAVY, LoadLevel.VERY_HEAVY)) {
            List<DeadlineJob> jobs = DeadlineWorkload.USUAL.jobs(500, grid.nodes(), load.gapSec(), 3);
            int best = DeadlineCampaign.PAPER.stream()
                    .mapToInt(rule ->
                            run(grid, USUAL, rule, ProgramMix.UNIFORM, jobs).completed())
                    .max()
                    .orElseThrow();
            for (MappingRule rule : FORESIGHT) {
                assertThat(run(grid, USUAL, rule, ProgramMix.UNIFORM, jobs).completed())
                        .as("%s %s", load, rule)
                        .isGreaterThan(best);
            }
            assertThat(run(grid, USUAL.with("profile-error=0.5"), MappingRule.FORESIGHT, ProgramMix.UNIFORM, jobs)
                            .completed())
                    .isGreaterThan(best);
        }
    }

    @Test
    void aCampaignDoesNotDependOnTheNumberOfThreads() {
        List<MappingRule> rules = new ArrayList<>(DeadlineCampaign.PAPER);
        rules.addAll(FORESIGHT);
        var campaign = new DeadlineCampaign(
                Grid.of(8, 4), DeadlineWorkload.USUAL, USUAL.with("profile-error=0.5"), 60, rules, 1, 2);
        List<List<CampaignRun>> one =
                IntStream.range(0, campaign.units()).mapToObj(campaign::unit).toList();
        assertThat(IntStream.range(0, campaign.units())
                        .parallel()
                        .mapToObj(campaign::unit)
                        .toList())
                .isEqualTo(one);
        List<CampaignRun> runs = one.stream().flatMap(List::stream).toList();
        var table = new CampaignTable(runs);
        assertThat(Statements.of(table)).as("of the mappings of the paper").hasSize(23);
        assertThat(MappingGain.of(table))
                .hasSize(6)
                .allSatisfy(gain -> assertThat(DeadlineCampaign.PAPER).contains(gain.best()));
        assertThat(CampaignPlots.of(table).get("figure17.svg")).contains("foresight-blind");
        var alone = new CampaignTable(
                runs.stream().filter(it -> it.mapping().isForesight()).toList());
        assertThat(Statements.of(alone)).isEmpty();
        assertThat(MappingGain.of(alone)).isEmpty();
        assertThat(campaign.description()).endsWith("latency-share=0.10 profile-error=0.5");
    }
}
