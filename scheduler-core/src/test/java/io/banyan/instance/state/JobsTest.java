package io.banyan.instance.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The jobs table. */
class JobsTest {
    private final Jobs table = new Jobs(2);

    private void add(long id) {
        table.add(new JobRecord(
                new JobId(id),
                "",
                "owner",
                JobState.PENDING,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                new IfLost.Keep(),
                List.of(),
                Optional.empty()));
    }

    @Test
    void whatComesBehindANumberIsTakenOneByOne() {
        for (long id : new long[] {9, 2, 5, 3, 700}) {
            add(id);
        }
        List<Long> looked = new ArrayList<>();
        Optional<JobRecord> first =
                table.after(3).peek(job -> looked.add(job.id().value())).findFirst();
        assertThat(first.map(JobRecord::id)).contains(new JobId(5));
        assertThat(looked).containsExactly(5L);
        assertThat(table.after(700)).isEmpty();
        assertThat(table.after(0).map(job -> job.id().value())).containsExactly(2L, 3L, 5L, 9L, 700L);
    }

    /** Without a filter the stream knows its size: it visits no job that has ended. */
    @Test
    void unfinishedJobsAreListedWithoutAVisitToEndedOnes() {
        for (long id = 1; id <= 5; id++) {
            add(id);
        }
        table.end(new JobDecision.JobEnded(new JobId(2), JobState.CANCELLED, "", 1));
        table.end(new JobDecision.JobEnded(new JobId(4), JobState.CANCELLED, "", 1));
        table.checkInvariants();
        assertThat(table.unfinishedAfter(0).spliterator().getExactSizeIfKnown()).isEqualTo(3);
        assertThat(table.unfinishedAfter(0).map(job -> job.id().value())).containsExactly(1L, 3L, 5L);
        assertThat(table.unfinishedAfter(1).map(job -> job.id().value())).containsExactly(3L, 5L);
    }

    @Test
    void whatIsForgottenIsInNoPage() {
        for (long id = 1; id <= 4; id++) {
            add(id);
            table.end(new JobDecision.JobEnded(new JobId(id), JobState.CANCELLED, "", id));
            table.checkInvariants();
        }
        assertThat(table.all()).extracting(JobRecord::id).containsExactly(new JobId(3), new JobId(4));
    }
}
