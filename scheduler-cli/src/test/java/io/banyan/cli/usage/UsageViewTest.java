package io.banyan.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.look.ListedJob;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Submission;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class UsageViewTest {
    private static final Submission SUBMITTED = new Submission(0, 16, Optional.empty(), "", Optional.empty());
    private static final JobUsage USED = new JobUsage(
            JobUsage.Source.CGROUP,
            50_000_000,
            10_000_000,
            OptionalLong.of(1 << 20),
            OptionalLong.of(3 << 20),
            OptionalLong.empty());

    /** One that began at 100. */
    private static JobRecord job(
            JobState state, OptionalLong endedSec, Optional<ChildRecord> child, Optional<Submission> submission) {
        return new JobRecord(
                new JobId(7),
                "",
                "owner",
                state,
                Optional.of(new TimeWindow(100, 4_000)),
                endedSec,
                Optional.empty(),
                child,
                "",
                new IfLost.Keep(),
                List.of(),
                submission);
    }

    private static JobRecord ended(long sec, long cores, long coreSec) {
        return job(JobState.COMPLETED, OptionalLong.of(sec), Optional.empty(), Optional.of(SUBMITTED))
                .accounted(
                        Optional.of(new JobAccount(OptionalLong.empty(), OptionalLong.empty(), 0, 1, cores, coreSec)));
    }

    private static UsageView view(JobRecord job, Optional<JobUsage> usage) {
        return UsageView.of(new ListedJob(job, "", "", 130), usage);
    }

    private static Double efficiency(JobRecord job) {
        return view(job, Optional.of(USED)).cpuEfficiency();
    }

    private static Optional<ChildRecord> instance() {
        return Optional.of(new ChildRecord("/7", "", ChildState.LIVE, ""));
    }

    @Test
    void theEfficiencyIsTheShareOfTheTimeOfItsCores() {
        assertThat(efficiency(ended(130, 4, 120))).isEqualTo(0.5);
        // It had fewer cores for a while.
        assertThat(efficiency(ended(130, 4, 80))).isEqualTo(0.75);
        // The account has an earlier run as well.
        assertThat(efficiency(ended(130, 4, 500))).isEqualTo(0.5);
    }

    @Test
    void aShortJobHasNoEfficiency() {
        assertThat(efficiency(ended(109, 4, 36))).isNull();
        assertThat(efficiency(ended(110, 4, 40))).isEqualTo(1.5);
        assertThat(efficiency(ended(130, 0, 0))).isNull();
    }

    @Test
    void whatTheNumbersAreOfIsSaid() {
        JobRecord running = job(JobState.RUNNING, OptionalLong.empty(), Optional.empty(), Optional.of(SUBMITTED));
        assertThat(view(running, Optional.of(USED)).remark()).isEqualTo("so far");
        assertThat(view(running, Optional.empty()).remark()).isEqualTo("not measured");
        assertThat(view(ended(130, 1, 30), Optional.of(USED)).remark()).isEmpty();
        JobRecord queued = job(JobState.RUNNING, OptionalLong.empty(), instance(), Optional.of(SUBMITTED));
        assertThat(view(queued, Optional.of(USED)).remark()).isEqualTo("so far; excluding jobs of its instance");
        JobRecord spawned = job(JobState.COMPLETED, OptionalLong.of(130), instance(), Optional.empty());
        assertThat(view(spawned, Optional.empty()).remark()).isEqualTo("not measured: query the instance for its jobs");
    }
}
