package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Grid;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs under a mapping, in virtual time. */
class DeadlineRunTest {
    private static final ProgramSettings USUAL = ProgramSettings.defaults().with("unit=node");

    private static ExecutionOutcome run(
            Grid grid, ProgramSettings settings, MappingRule rule, ProgramMix programs, DeadlineJob... jobs) {
        return new DeadlineRun(grid, settings)
                .run(List.of(jobs), rule, new DeadlineRun.Programs(programs.types(), Communication.ASYNCHRONOUS, 1));
    }

    @ParameterizedTest
    @EnumSource(ProgramMix.class)
    void aProgramAloneOnACompactPartitionEndsInItsRunTime(ProgramMix programs) {
        var job = new DeadlineJob(1, 4, 0, 1000, 1000);
        for (MappingRule rule : DeadlineCampaign.PAPER) {
            ExecutionOutcome outcome = run(Grid.of(2, 2), USUAL, rule, programs, job);
            assertThat(outcome.completed()).as("%s", rule).isEqualTo(1);
            assertThat(outcome.lastEndSec()).as("%s", rule).isLessThanOrEqualTo(1000);
            assertThat(outcome.completedNodeSec()).isEqualTo(4000);
            assertThat(outcome.sharingSlowdown()).isCloseTo(1, within(1e-9));
        }
    }

    @ParameterizedTest
    @EnumSource(ProgramMix.class)
    void aProgramWithMessagesAloneOnACompactPartitionEndsInItsRunTime(ProgramMix programs) {
        var job = new DeadlineJob(1, 4, 0, 1000, 1000);
        var deadlines = new DeadlineRun(Grid.of(2, 2), USUAL.with("traffic=messages"));
        for (MappingRule rule : DeadlineCampaign.PAPER) {
            for (Communication communication : Communication.values()) {
                ExecutionOutcome outcome =
                        deadlines.run(List.of(job), rule, new DeadlineRun.Programs(programs.types(), communication, 1));
                assertThat(outcome.completed()).as("%s %s", rule, communication).isEqualTo(1);
                assertThat(outcome.lastEndSec())
                        .as("%s %s", rule, communication)
                        .isBetween(900.0, 1000.0);
            }
        }
    }

    @Test
    void twoProcessesOnOneNodeRunAtHalfSpeed() {
        // The other node is occupied by the first job, so that both processes of the second run on one.
        var first = new DeadlineJob(1, 1, 0, 10_000, 20_000);
        var second = new DeadlineJob(2, 2, 0, 1000, 9000);
        var settings = USUAL.with("scatter-share=0");
        ExecutionOutcome outcome = run(Grid.of(2), settings, MappingRule.LEAK, ProgramMix.MONTE_CARLO, first, second);
        assertThat(outcome.completed()).isEqualTo(2);
        assertThat(outcome.sharingSlowdown()).isCloseTo((10_000 + 2000) / 11_000.0, within(1e-9));
        assertThat(outcome.lastEndSec()).isEqualTo(10_000);
        assertThat(outcome.usedShare()).isCloseTo((10_000 + 2000) / 20_000.0, within(1e-9));
    }

    @Test
    void processesThatShareANodeCanHaveCoresOfTheirOwn() {
        var settings = USUAL.with("scatter-share=0").with("shared=cores").with("cores=2");
        // Three processes share two cores: 1.5 times the run time.
        ExecutionOutcome outcome = run(
                Grid.of(3),
                settings,
                MappingRule.LEAK,
                ProgramMix.MONTE_CARLO,
                new DeadlineJob(1, 1, 0, 10_000, 20_000),
                new DeadlineJob(2, 1, 0, 10_000, 20_000),
                new DeadlineJob(3, 3, 0, 1000, 9000));
        assertThat(outcome.completed()).isEqualTo(3);
        assertThat(outcome.sharingSlowdown()).isCloseTo((20_000 + 1500) / 21_000.0, within(1e-9));
    }

    @Test
    void coresOfANodeAreHandedOutBeforeOtherNodes() {
        var settings = USUAL.with("scatter-share=0").with("unit=core");
        ExecutionOutcome outcome = run(
                Grid.of(2), settings, MappingRule.LEAK, ProgramMix.MONTE_CARLO, new DeadlineJob(1, 4, 0, 1000, 1000));
        assertThat(outcome.completed()).isZero();
        assertThat(outcome.accepted())
                .as("a job with more processes than nodes is larger than the machine")
                .isZero();
        ExecutionOutcome two = run(
                Grid.of(2), settings, MappingRule.LEAK, ProgramMix.MONTE_CARLO, new DeadlineJob(1, 2, 0, 1000, 1000));
        assertThat(two.completed()).isEqualTo(1);
        assertThat(two.usedShare()).isEqualTo(0.5);
    }

    @Test
    void jobsWaitForTheirFirstNodeUntilTheirDeadline() {
        var settings = USUAL.with("scatter-share=0");
        ExecutionOutcome outcome = run(
                Grid.of(1),
                settings,
                MappingRule.LEAK,
                ProgramMix.MONTE_CARLO,
                new DeadlineJob(1, 1, 0, 100, 100),
                new DeadlineJob(2, 1, 10, 100, 300),
                new DeadlineJob(3, 1, 20, 100, 250),
                new DeadlineJob(4, 1, 30, 100, 310));
        assertThat(outcome.accepted()).isEqualTo(4);
        assertThat(outcome.cancelled())
                .as("the third job starts at 200 s and is not done at 250 s; the fourth then starts")
                .isEqualTo(2);
        assertThat(outcome.completed()).isEqualTo(2);
        assertThat(outcome.lastEndSec()).isEqualTo(310);
    }

    @Test
    void aWaitingJobGetsAllNodesThatBecomeFreeAtOneInstant() {
        ExecutionOutcome outcome = run(
                Grid.of(2, 2),
                USUAL.with("scatter-share=0"),
                MappingRule.LEAK,
                ProgramMix.MONTE_CARLO,
                new DeadlineJob(1, 4, 0, 100, 100),
                new DeadlineJob(2, 4, 10, 100, 200));
        assertThat(outcome.completed()).isEqualTo(2);
        assertThat(outcome.sharingSlowdown()).isCloseTo(1, within(1e-9));
    }

    @Test
    void aJobIsCancelledAtTheEndOfItsBookingOrAtItsDeadline() {
        // Three nodes in a row are not compact on a larger grid: the messages take longer.
        Grid grid = Grid.of(3, 1);
        var job = new DeadlineJob(1, 3, 0, 1000, 2000);
        assertThat(run(grid, USUAL, MappingRule.HILBERT, ProgramMix.BSP, job).completed())
                .as("on this grid the row is the compact partition")
                .isEqualTo(1);
        Grid wide = Grid.of(3, 2);
        var blocker = new DeadlineJob(1, 3, 0, 1000, 1000);
        var late = new DeadlineJob(2, 3, 0, 1000, 5000);
        ExecutionOutcome booking = run(wide, USUAL, MappingRule.HILBERT, ProgramMix.BSP, blocker, late);
        ExecutionOutcome deadline =
                run(wide, USUAL.with("end=deadline"), MappingRule.HILBERT, ProgramMix.BSP, blocker, late);
        assertThat(deadline.accepted()).isEqualTo(booking.accepted()).isEqualTo(2);
        assertThat(deadline.completed()).isGreaterThanOrEqualTo(booking.completed());
    }

    @ParameterizedTest
    @EnumSource(ProgramMix.class)
    void eachAcceptedJobIsCompletedOrCancelled(ProgramMix programs) {
        Grid grid = Grid.of(8, 4);
        for (LoadLevel load : LoadLevel.values()) {
            for (long seed = 1; seed <= 3; seed++) {
                List<DeadlineJob> jobs = DeadlineWorkload.USUAL.jobs(150, grid.nodes(), load.gapSec(), seed);
                for (MappingRule rule : DeadlineCampaign.PAPER) {
                    for (ProgramSettings settings :
                            List.of(USUAL, USUAL.with("unit=core").with("end=deadline"))) {
                        var runPrograms = new DeadlineRun.Programs(programs.types(), Communication.SYNCHRONOUS, seed);
                        ExecutionOutcome outcome = new DeadlineRun(grid, settings).run(jobs, rule, runPrograms);
                        assertThat(outcome.completed() + outcome.cancelled()).isEqualTo(outcome.accepted());
                        assertThat(outcome.usedShare()).isBetween(0.0, 1.0);
                        assertThat(outcome.sharingSlowdown()).isGreaterThanOrEqualTo(1 - 1e-9);
                        assertThat(outcome.heldNodeSec()).isGreaterThanOrEqualTo(outcome.usedNodeSec());
                        assertThat(new DeadlineRun(grid, settings).run(jobs, rule, runPrograms))
                                .isEqualTo(outcome);
                    }
                }
            }
        }
    }

    @Test
    void leakAcceptsAllJobsThatFitTheMachine() {
        List<DeadlineJob> jobs = DeadlineWorkload.USUAL.jobs(200, 128, 1, 5);
        ExecutionOutcome outcome =
                run(Grid.of(16, 8), USUAL, MappingRule.LEAK, ProgramMix.UNIFORM, jobs.toArray(DeadlineJob[]::new));
        assertThat(outcome.accepted()).isEqualTo(200);
        assertThat(outcome.cancelledShare()).isBetween(0.0, 1.0);
    }
}
