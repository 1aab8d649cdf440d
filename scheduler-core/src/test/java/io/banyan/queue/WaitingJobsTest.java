package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitingJobsTest {
    private static WaitingJob job(long id) {
        try {
            Jobspec jobspec = JobspecReader.read("""
                    {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
                     [{"type": "node", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 60}}}""", "test");
            return WaitingJob.of(new JobId(id), jobspec, 16, id);
        } catch (JobspecException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A pass starts jobs while it goes through them, and may put one back. */
    @Test
    void isGoneThroughWhileJobsComeAndGo() {
        var jobs = new WaitingJobs();
        List.of(2L, 3L, 5L, 7L).forEach(id -> jobs.add(job(id)));
        WaitingJobs.Walk walk = jobs.walk();
        jobs.add(job(1));
        List<Long> seen = new ArrayList<>();
        for (@Nullable WaitingJob one = walk.next(); one != null; one = walk.next()) {
            long id = one.id().value();
            seen.add(id);
            if (id == 3) {
                jobs.remove(new JobId(2));
                jobs.remove(new JobId(3));
                jobs.remove(new JobId(5));
                jobs.add(job(6));
                jobs.add(job(0));
            }
        }
        assertThat(seen).containsExactly(1L, 2L, 3L, 6L, 7L);
        assertThat(walk.next()).isNull();
        jobs.add(job(8));
        assertThat(walk.next()).isEqualTo(job(8));
    }
}
