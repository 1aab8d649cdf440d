package io.banyan.sim.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.queue.QueuePolicy;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.workload.TraceJob;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WorkflowTrialTest {
    private static final StreamMachine MACHINE = StreamMachine.of(64, 16, 4);
    private static final Generator JOBS = Generator.parse("lublin:jobs=120,nodes=64");
    private static final int SEEDS = 8;

    /** Looks at running jobs only, and books although jobs that wait have the resources. */
    private static final InstanceBatch.Manner HARSH = new InstanceBatch.Manner(
            (parts, nowSec) -> parts.window().startSec() <= nowSec,
            reservations -> reservations.stream()
                    .map(one -> new ReservationRequest.Create(one, false))
                    .toList());

    /** Looks at running jobs only, and books gently. */
    private static final InstanceBatch.Manner BLIND = new InstanceBatch.Manner(
            (parts, nowSec) -> parts.window().startSec() <= nowSec, InstanceBatch.Manner.GENTLE.booking());

    private static WorkflowTrial trial(QueuePolicy policy, long seed, double error) {
        List<TraceJob> jobs = JOBS.trace(seed).workload().jobs();
        JobStream stream = JobStream.of(jobs, new JobStream.Settings(120, 1.2, 2), MACHINE.cores(), seed);
        return new WorkflowTrial(stream, MACHINE, policy, seed, error, Settings.PLANNING);
    }

    private static Workflow workflow(String name) {
        return BuiltInWorkflows.find(name).orElseThrow();
    }

    @Test
    void methodsAgreeOnAnEmptyMachine() {
        var stream = new JobStream(List.of(TraceJob.of(1, 0, 10, 10, 1)), 100);
        for (QueuePolicy policy : List.of(QueuePolicy.EASY, QueuePolicy.CONSERVATIVE, QueuePolicy.HYBRID)) {
            var trial = new WorkflowTrial(stream, MACHINE, policy, 1, 1, Settings.PLANNING);
            for (String name : BuiltInWorkflows.NAMES) {
                TrialResult plain = trial.with(workflow(name), WorkflowMethod.PLAIN, trial.baseline());
                assertThat(plain.stretch()).as(name).isEqualTo(1);
                for (WorkflowMethod method : WorkflowMethod.values()) {
                    TrialResult result = trial.with(workflow(name), method, trial.baseline());
                    assertThat(result.isComplete()).as(name + " " + method).isTrue();
                    assertThat(result.makespanSec()).as(name + " " + method).isEqualTo(plain.makespanSec());
                    assertThat(result.turnaroundSec() - plain.turnaroundSec())
                            .as(name + " " + method)
                            .isBetween(0.0, 10.0);
                }
            }
        }
    }

    @Test
    void heldCoreHoursAreThoseOfTheReservations() {
        var stream = new JobStream(List.of(TraceJob.of(1, 0, 10, 10, 1)), 100);
        var trial = new WorkflowTrial(stream, MACHINE, QueuePolicy.HYBRID, 1, 1, Settings.PLANNING);
        // One core for 90 minutes, of which the task uses 81: nine slots, and the last one is given back early.
        Workflow one = Workflow.of("one", List.of(Step.of("a", Needs.ofCores(1), 81 * 60_000)));
        TrialResult planned = trial.with(one, WorkflowMethod.AROUND, trial.baseline());
        assertThat(planned.heldCoreHours()).isEqualTo(81 / 60.0);
        // Four cores for an hour and one for another hour: the job of the whole workflow holds four for both.
        Workflow two = Workflow.of(
                "two",
                List.of(Step.of("a", Needs.ofCores(4), 3_600_000), Step.of("b", Needs.ofCores(1), 3_600_000, "a")));
        TrialResult whole = trial.with(two, WorkflowMethod.ONEJOB, trial.baseline());
        assertThat(whole.heldCoreHours()).isEqualTo(8);
        assertThat(whole.unusedCoreHours()).isEqualTo(3);
        TrialResult plain = trial.with(two, WorkflowMethod.PLAIN, trial.baseline());
        assertThat(plain.heldCoreHours()).isEqualTo(5);
        assertThat(plain.unusedCoreHours()).isZero();
    }

    @Test
    void theSameSeedGivesTheSameResult() {
        for (WorkflowMethod method : WorkflowMethod.values()) {
            List<TrialResult> results = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                WorkflowTrial trial = trial(QueuePolicy.HYBRID, 3, 2);
                results.add(trial.with(workflow("forkjoin"), method, trial.baseline()));
            }
            assertThat(results.get(0)).as(method.toString()).isEqualTo(results.get(1));
        }
    }

    @Test
    void nobodyIsMovedWhereTheQueueReserves() {
        for (QueuePolicy policy : List.of(QueuePolicy.CONSERVATIVE, QueuePolicy.HYBRID)) {
            long promises = 0;
            for (long seed = 1; seed <= SEEDS; seed++) {
                WorkflowTrial trial = trial(policy, seed, 1.5);
                WorkflowTrial.Baseline baseline = trial.baseline();
                for (WorkflowMethod method : List.of(WorkflowMethod.BEHIND, WorkflowMethod.AROUND)) {
                    TrialResult result = trial.with(workflow("forkjoin"), method, baseline);
                    assertThat(result.isComplete())
                            .as("seed " + seed + ": " + result.problem())
                            .isTrue();
                    assertThat(result.broken()).as("seed " + seed).isZero();
                    promises += result.promises();
                }
            }
            assertThat(promises).as(policy.name()).isGreaterThan(SEEDS);
        }
    }

    @Test
    void aBookingThatIsNotGentleIsFound() {
        for (QueuePolicy policy : List.of(QueuePolicy.CONSERVATIVE, QueuePolicy.HYBRID)) {
            assertThatThrownBy(() -> {
                        for (long seed = 1; seed <= 20; seed++) {
                            WorkflowTrial trial = trial(policy, seed, 1);
                            trial.with(workflow("forkjoin"), WorkflowMethod.AROUND, trial.baseline(), HARSH);
                        }
                    })
                    .as(policy.name())
                    .isInstanceOf(BrokenPromiseException.class)
                    .hasMessageMatching("job \\d+ started at \\d+ s, but at \\d+ s it had a reservation from \\d+ s on "
                            + "\\(workflow 'forkjoin' around, policy " + policy.name() + ", seed \\d+\\)");
        }
    }

    @Test
    void aGentleBookingRefusesAPlanThatMovesSomebody() {
        int refused = 0;
        for (long seed = 1; seed <= 20; seed++) {
            WorkflowTrial trial = trial(QueuePolicy.HYBRID, seed, 1);
            TrialResult result = trial.with(workflow("forkjoin"), WorkflowMethod.AROUND, trial.baseline(), BLIND);
            refused += result.refusedPlans();
            assertThat(result.broken()).as("seed " + seed).isZero();
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aPlanThatIsAlwaysRefusedEndsTheRun() {
        for (long seed = 1; seed <= 20; seed++) {
            WorkflowTrial trial = trial(QueuePolicy.HYBRID, seed, 1);
            TrialResult result = trial.with(workflow("forkjoin"), WorkflowMethod.AROUND, trial.baseline(), BLIND);
            if (!result.isComplete()) {
                assertThat(result.refusedPlans()).isEqualTo(10);
                assertThat(result.problem()).startsWith("the run is failed: ");
                return;
            }
        }
        throw new AssertionError("every plan was booked");
    }

    @Test
    void easyCountsJobsThatStartLaterThanItsForecast() {
        int broken = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            WorkflowTrial trial = trial(QueuePolicy.EASY, seed, 1);
            TrialResult result = trial.with(workflow("forkjoin"), WorkflowMethod.AROUND, trial.baseline(), HARSH);
            broken += result.broken();
            assertThat(result.brokenSec()).isGreaterThanOrEqualTo(result.broken());
        }
        assertThat(broken).isPositive();
    }

    @Test
    void aWorkflowThatCannotRunIsRefusedInASentence() {
        WorkflowTrial trial = trial(QueuePolicy.HYBRID, 1, 1);
        Workflow wide = Workflow.of("wide", List.of(Step.of("a", Needs.ofCores(17), 60_000)));
        Workflow strange = Workflow.of(
                "strange", List.of(Step.of("a", new Needs(1, 1, 0, new TreeMap<>(Map.of("fpga", 1))), 60_000)));
        for (WorkflowMethod method : WorkflowMethod.values()) {
            assertThatThrownBy(() -> trial.with(strange, method, trial.baseline()))
                    .as(method.toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "workflow 'strange': task 'a' needs 1 core and 1 fpga, and the machine has 64 cores");
        }
        for (WorkflowMethod method : List.of(WorkflowMethod.PLAIN, WorkflowMethod.BEHIND, WorkflowMethod.AROUND)) {
            assertThatThrownBy(() -> trial.with(wide, method, trial.baseline()))
                    .as(method.toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("workflow 'wide': ");
        }
    }
}
