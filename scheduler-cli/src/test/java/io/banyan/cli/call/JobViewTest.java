package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The text that people read about a job. */
class JobViewTest {
    @Test
    void aJobThatCannotEndSaysWhyItIsToAndWhyItDoesNot() {
        assertThat(view(JobState.STOPPING, ChildState.LOST, "cancelled").remark())
                .isEqualTo("cancelled; nobody reaches node3");
    }

    @Test
    void aJobWhoseInstanceIsBeingEndedSaysWhatIsWaitedFor() {
        for (ChildState child : List.of(ChildState.STARTING, ChildState.LIVE, ChildState.GONE)) {
            assertThat(view(JobState.STOPPING, child, "cancelled").remark())
                    .isEqualTo("cancelled; stopping its processes");
        }
    }

    @Test
    void aLostInstanceSaysWhyItIs() {
        assertThat(view(JobState.RUNNING, ChildState.LOST, "").remark()).isEqualTo("nobody reaches node3");
    }

    @Test
    void whatIsOverIsSaidOnce() {
        assertThat(view(JobState.COMPLETED, ChildState.GONE, "done").remark()).isEqualTo("done");
    }

    @Test
    void aLossThatIsTheReasonIsSaidOnce() {
        JobView view = view(JobState.FAILED, ChildState.GONE, "/cluster0/node1 was lost", "/cluster0/node1");
        assertThat(view.remark()).isEqualTo("/cluster0/node1 was lost");
        assertThat(view(JobState.RUNNING, ChildState.LIVE, "", "/cluster0/node1", "/cluster0/node2")
                        .remark())
                .isEqualTo("lost /cluster0/node1, /cluster0/node2");
    }

    private static JobView view(JobState state, ChildState child, String detail, String... lost) {
        return JobView.of(new JobRecord(
                new JobId(7),
                "name",
                "owner",
                state,
                Optional.of(new TimeWindow(0, 1)),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.of(new ChildRecord("/7", "", child, "nobody reaches node3")),
                detail,
                new IfLost.Keep(),
                List.of(lost),
                Optional.empty()));
    }
}
