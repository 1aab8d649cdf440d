package io.banyan.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.JobAnswer;
import io.banyan.instance.JobRequest;
import io.banyan.instance.JobRequest.Reasons;
import io.banyan.instance.JobSelection;
import io.banyan.instance.JobState;
import io.banyan.instance.WaitReason;
import io.banyan.instance.Waiting;
import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import io.banyan.v1.JobsReply;
import io.banyan.v1.JobsRequest;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Looks at jobs, there and back. */
class JobListMessagesTest {
    private static final JobSelection SELECTION = new JobSelection(
            IdSet.parse("5-9,12"),
            List.of(new JobSelection.ArrayPart(new JobId(3), IdSet.parse("0-9"))),
            Set.of("name"),
            Set.of("alice", "bob"),
            Set.of(JobState.PENDING, JobState.FAILED),
            Set.of("batch"),
            false);

    @Test
    void requestsComeAsTheyWent() throws Exception {
        for (Reasons reasons : Reasons.values()) {
            var jobs = new JobRequest.Jobs(SELECTION, true, true, reasons, 3, 100, 17);
            assertThat(JobListMessages.read(JobListMessages.write(jobs))).isEqualTo(jobs);
            var info = new JobRequest.JobInfo(new JobId(7), MatchFormat.RLITE, reasons);
            assertThat(JobListMessages.read(JobListMessages.write(info))).isEqualTo(info);
        }
        var all = new JobRequest.Jobs(false);
        assertThat(JobListMessages.read(JobListMessages.write(all))).isEqualTo(all);
        assertThat(JobListMessages.read(JobsRequest.getDefaultInstance())).isEqualTo(all);
        var overview = new JobRequest.Overview(10);
        assertThat(JobListMessages.read(JobListMessages.write(overview))).isEqualTo(overview);
    }

    @Test
    void reasonsAndPagesComeAsTheyWent() throws Exception {
        var waiting = new Waiting(new JobId(7), new WaitReason.Behind(3));
        var jobs = new JobAnswer.Jobs(List.of(), List.of(waiting), true);
        assertThat(JobListMessages.read(new JobRequest.Jobs(false), JobListMessages.jobs(jobs)))
                .isEqualTo(jobs);
    }

    /** It would answer a request to cancel some jobs with all jobs. */
    @Test
    void aDaemonThatKnowsNoSelectionsIsNotBelieved() {
        var request = new JobRequest.Jobs(SELECTION, false, false, Reasons.NONE, 0, 0, 0);
        assertThatThrownBy(() -> JobListMessages.read(request, JobsReply.getDefaultInstance()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("earlier version");
    }
}
