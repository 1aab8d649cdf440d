package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobEvent;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRead.Reasons;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.queue.Priority;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.v1.JobsReply;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.PrioritiesRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

    private static final JobRecord RECORD = new JobRecord(
            new JobId(7),
            "name",
            "alice",
            JobState.PENDING,
            Optional.empty(),
            OptionalLong.empty(),
            Optional.of("batch"),
            Optional.empty(),
            "",
            new IfLost.Keep(),
            List.of(),
            Optional.of(new Submission(1_795_000_000_123L, 16)));

    @Test
    void requestsComeAsTheyWent() throws Exception {
        for (Reasons reasons : Reasons.values()) {
            var jobs = new JobRead.Jobs(SELECTION, true, true, reasons, 3, 100, 17);
            assertThat(JobListMessages.read(JobListMessages.write(jobs))).isEqualTo(jobs);
            var info = new JobRead.JobInfo(new JobId(7), MatchFormat.RLITE, reasons, true);
            assertThat(JobListMessages.read(JobListMessages.write(info))).isEqualTo(info);
        }
        var all = new JobRead.Jobs(false);
        assertThat(JobListMessages.read(JobListMessages.write(all))).isEqualTo(all);
        assertThat(JobListMessages.read(JobsRequest.getDefaultInstance())).isEqualTo(all);
        var overview = new JobRead.Overview(10);
        assertThat(JobListMessages.read(JobListMessages.write(overview))).isEqualTo(overview);
    }

    @Test
    void reasonsAndPagesComeAsTheyWent() throws Exception {
        var waiting = new Waiting(new JobId(7), new WaitReason.Behind(3));
        var jobs = new JobAnswer.Jobs(List.of(), List.of(waiting), true);
        assertThat(JobListMessages.read(new JobRead.Jobs(false), JobListMessages.jobs(jobs)))
                .isEqualTo(jobs);
    }

    @Test
    void aJobWithWhatItRunsAndItsEventsComesAsItWent() throws Exception {
        Jobspec jobspec = JobspecReader.read(
                "{version: 1, resources: [{type: slot, count: 1, label: s, with: [{type: core, count: 1}]}],"
                        + " tasks: [{command: [work, 'a b'], slot: s, count: {per_slot: 1}}],"
                        + " attributes: {system: {duration: 60, cwd: /tmp, banyan: {}}}}",
                "test");
        List<JobEvent> events = Arrays.stream(JobEvent.Kind.values())
                .map(kind -> new JobEvent(1_795_000_000_123L, kind, kind + " 1"))
                .toList();
        for (var detail : List.of(
                new JobAnswer.JobDetail(Optional.of(jobspec), false, events),
                new JobAnswer.JobDetail(Optional.empty(), true, List.of()))) {
            var info = new JobAnswer.JobInfo(
                    RECORD, "R", List.of("grow"), OptionalLong.of(9), Optional.empty(), Optional.of(detail));
            assertThat(JobListMessages.read(JobListMessages.info(info))).isEqualTo(info);
        }
        var plain =
                new JobAnswer.JobInfo(RECORD, "", List.of(), OptionalLong.empty(), Optional.empty(), Optional.empty());
        assertThat(JobListMessages.read(JobListMessages.info(plain)))
                .as("of a daemon of an earlier version")
                .isEqualTo(plain);
    }

    @Test
    void placesInQueuesComeAsTheyWent() throws Exception {
        for (Optional<JobId> job : List.of(Optional.<JobId>empty(), Optional.of(new JobId(7)))) {
            var request = new JobRead.Priorities(job, 50);
            assertThat(QueueStates.read(QueueStates.write(request))).isEqualTo(request);
        }
        assertThatThrownBy(() -> QueueStates.read(PrioritiesRequest.getDefaultInstance()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("1 to 1000 jobs");
        List<Priority.Part> parts = Arrays.stream(Priority.Factor.values())
                .map(factor -> new Priority.Part(factor, 0.1, -1_000))
                .toList();
        var place = new JobAnswer.JobPlace(
                RECORD, "batch", new JobAnswer.Place(2, 3), new JobAnswer.Place(5, 9), -4, parts);
        var some =
                new JobAnswer.Priorities(List.of(place), Optional.empty(), true, OptionalLong.of(1_795_000_000_123L));
        assertThat(QueueStates.read(QueueStates.priorities(some))).isEqualTo(some);
        var none = new JobAnswer.Priorities(
                List.of(), Optional.of(new Waiting(new JobId(7), new WaitReason.Held())), false, OptionalLong.empty());
        assertThat(QueueStates.read(QueueStates.priorities(none))).isEqualTo(none);
    }

    /** A daemon that knows no selections would answer a request to cancel some jobs with all jobs. */
    @Test
    void aDaemonThatKnowsNoSelectionsIsNotBelieved() {
        var request = new JobRead.Jobs(SELECTION, false, false, Reasons.NONE, 0, 0, 0);
        assertThatThrownBy(() -> JobListMessages.read(request, JobsReply.getDefaultInstance()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("earlier version");
    }
}
