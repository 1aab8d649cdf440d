package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.mapping.ProcessProfile;
import io.banyan.mapping.ProcessProfile.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Profiles of processes over time, and their sources. */
class ProfileSourceTest {
    private static final RunningProgram JOB = DeclaredPrograms.job(1, 100, 10, 1, 4, 2);

    @Test
    void aProfileHasTheProcessesOfEachPhase() {
        ProcessProfile profile = ProfileSource.of(JOB.program);
        assertThat(profile.steps()).containsExactly(new Step(10_000, 1), new Step(10_000, 4), new Step(10_000, 2));
        assertThat(profile.most()).isEqualTo(4);
        assertThat(profile.first()).isEqualTo(1);
        assertThat(profile.processes(2)).isEqualTo(2);
        assertThat(profile.processes(9)).as("that of the last step").isEqualTo(2);
        assertThat(profile.workMillis()).isEqualTo(70_000);
        assertThat(profile.scaled(0.5, 1.5).steps())
                .containsExactly(new Step(5000, 2), new Step(5000, 6), new Step(5000, 3));
        assertThatThrownBy(() -> new Step(0, 1))
                .hasMessage("a step of a profile must have a duration and processes of 1 or more, found 0 ms and 1");
        assertThatThrownBy(() -> new ProcessProfile(List.of())).hasMessage("a profile must have a step");
    }

    @Test
    void aDeclarationIsWrongByOneFactorForAllStepsOfAJob() {
        var wrong = new ProfileSource.Declared(0.5, 7);
        double least = 2;
        double most = 0;
        for (long number = 1; number <= 200; number++) {
            RunningProgram job = DeclaredPrograms.job(number, 100_000, 10_000, 1000, 2000);
            List<Step> steps = wrong.profile(job).steps();
            double duration = steps.getFirst().millis() / 10_000_000.0;
            double processes = steps.getFirst().processes() / 1000.0;
            assertThat(duration).isBetween(0.5, 1.5);
            assertThat(processes).isBetween(0.5, 1.5);
            assertThat(steps.getLast().millis()).isEqualTo(steps.getFirst().millis());
            assertThat(steps.getLast().processes() / 2000.0)
                    .isCloseTo(processes, org.assertj.core.api.Assertions.within(0.001));
            least = Math.min(least, processes);
            most = Math.max(most, processes);
            assertThat(wrong.profile(job)).isEqualTo(wrong.profile(job));
        }
        assertThat(least).isLessThan(0.55);
        assertThat(most).isGreaterThan(1.45);
        assertThat(new ProfileSource.Declared(0, 7).profile(JOB)).isEqualTo(ProfileSource.of(JOB.program));
    }

    @Test
    void withoutADeclarationTheRatioOfEndedJobsIsLearnt() {
        var learnt = new ProfileSource.Learnt();
        RunningProgram next = DeclaredPrograms.job(2, 1000, 100, 12);
        assertThat(learnt.profile(next)).isEqualTo(ProcessProfile.constant(12, 100));
        learnt.ended(JOB);
        assertThat(learnt.profile(next))
                .as("a cancelled job teaches nothing")
                .isEqualTo(ProcessProfile.constant(12, 100));
        RunningProgram ended = DeclaredPrograms.job(1, 100, 10, 1, 4, 2);
        ended.phase = 2;
        learnt.ended(ended);
        // 70 of 4 x 30 process seconds: 7 of 12 processes.
        assertThat(learnt.profile(next)).isEqualTo(ProcessProfile.constant(7, 100));
    }
}
