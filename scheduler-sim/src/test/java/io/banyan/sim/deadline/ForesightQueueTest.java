package io.banyan.sim.deadline;

import static io.banyan.sim.deadline.DeclaredPrograms.job;
import static io.banyan.sim.deadline.DeclaredPrograms.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.sim.deadline.StartQueue.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The order of jobs whose profiles are known, on 10 slots, of which jobs with much slack leave 2 free. */
class ForesightQueueTest {
    private final ForesightQueue queue = new ForesightQueue(new ProfileSource.Declared(0, 1), 10);
    private final ProcessSlots slots = new ProcessSlots(10, 1);

    @AfterEach
    void checkInvariants() {
        queue.checkInvariants();
        slots.checkInvariants();
    }

    private static Answer accepted(long readySec, long dueSec) {
        return new Answer.Accepted(readySec * 1000, dueSec * 1000);
    }

    private Answer submit(RunningProgram run) {
        Answer answer = queue.submit(run, run.job.submitSec() * 1000);
        queue.checkInvariants();
        return answer;
    }

    /** Submits a job, which starts at once with its first processes. */
    private void running(RunningProgram run) {
        assertThat(submit(run)).isInstanceOf(Answer.Accepted.class);
        assertThat(queue.next(run.job.submitSec() * 1000, slots)).contains(run);
        start(run, run.job.submitSec());
    }

    private void start(RunningProgram run, long nowSec) {
        queue.started(run, nowSec * 1000);
        run.startMillis = nowSec * 1000;
        run.phase = 0;
        for (int process = 0; process < run.profile().first(); process++) {
            int slot = slots.take(slots.free().nextSetBit(0));
            run.started(process, slot, slots.node(slot));
        }
    }

    private void end(RunningProgram run) {
        run.processes().stream().toList().forEach(process -> slots.leave(run.ended(process, slots)));
        run.isOver = true;
        queue.ended(run);
    }

    @Test
    void aJobThatCannotEndInTimeIsRefused() {
        running(job(1, 100, 100, 10));
        assertThat(submit(job(2, 109, 10, 1))).as("the slots are free at 100 s").isEqualTo(new Answer.Refused());
        assertThat(submit(job(3, 110, 10, 1))).as("without a margin").isEqualTo(accepted(10, 100));
        assertThat(submit(job(4, 9, 10, 1))).as("not even alone").isEqualTo(new Answer.Refused());
        assertThat(submit(job(5, 112, 10, 8)))
                .as("beside the other job, not beside the reserve")
                .isEqualTo(new Answer.Refused());
        assertThat(submit(job(6, 118, 9, 9))).as("a job with much slack").isEqualTo(new Answer.Refused());
    }

    @Test
    void aProfileIsRefusedWhereItsMeanWouldFit() {
        // All slots are booked from 100 s to 200 s, though the job begins with 6 processes.
        running(job(1, 200, 100, 6, 10));
        assertThat(submit(job(2, 300, 150, 4))).isEqualTo(new Answer.Refused());
        // The latest start with a margin of a quarter of the run time is 400 - 150 - 37; a tenth of the slack is 25 s.
        RunningProgram later = job(3, 400, 150, 4);
        assertThat(submit(later)).isEqualTo(accepted(25, 213));
        queue.wake();
        assertThat(queue.next(60_000, slots))
                .as("beside 6 processes, but not beside 10")
                .isEmpty();
        RunningProgram between = submitted(60, 4, 100, 40, 4);
        assertThat(submit(between)).as("it ends before 100 s").isEqualTo(accepted(60, 60));
        assertThat(queue.next(60_000, slots)).contains(between);
    }

    @Test
    void theJobWithTheLeastLaxityStartsFirst() {
        RunningProgram blocking = job(1, 100, 100, 10);
        running(blocking);
        RunningProgram lax = job(2, 1000, 10, 8);
        RunningProgram urgent = job(3, 500, 10, 8);
        RunningProgram small = job(4, 500, 10, 7);
        assertThat(submit(lax)).isEqualTo(accepted(99, 988));
        assertThat(submit(urgent)).isEqualTo(accepted(49, 488));
        assertThat(submit(small)).as("7 and 2 slots are free before").isEqualTo(accepted(49, 478));
        end(blocking);
        assertThat(queue.next(100_000, slots))
                .as("of equal laxity, the least work first")
                .contains(small);
        start(small, 100);
        assertThat(queue.next(100_000, slots)).isEmpty();
        end(small);
        assertThat(queue.next(110_000, slots)).contains(urgent);
        start(urgent, 110);
        end(urgent);
        assertThat(queue.next(120_000, slots)).contains(lax);
    }

    @Test
    void aJobWithMuchSlackWaitsAPartOfIt() {
        RunningProgram lax = job(1, 1000, 10, 1);
        assertThat(submit(lax)).isEqualTo(accepted(99, 988));
        assertThat(queue.next(98_000, slots)).isEmpty();
        assertThat(queue.next(99_000, slots)).as("nothing has changed").isEmpty();
        queue.wake();
        assertThat(queue.next(99_000, slots)).contains(lax);
    }

    @Test
    void jobsWithMuchSlackLeaveAReserve() {
        running(job(1, 100, 100, 8));
        RunningProgram lax = job(2, 300, 10, 1);
        submit(lax);
        queue.wake();
        assertThat(queue.next(50_000, slots)).isEmpty();
        RunningProgram urgent = submitted(50, 3, 70, 10, 1);
        submit(urgent);
        assertThat(queue.next(50_000, slots)).as("its slack is its run time").contains(urgent);
    }

    @Test
    void aJobThatIsDueStartsAtItsBookedStart() {
        RunningProgram due = job(1, 1000, 10, 8);
        submit(due);
        RunningProgram other = job(2, 1000, 10, 8);
        assertThat(submit(other)).as("before the other one").isEqualTo(accepted(99, 978));
        assertThat(queue.next(978_000, slots)).as("also if nothing has changed").contains(other);
        start(other, 978);
        assertThat(queue.next(987_000, slots)).isEmpty();
        assertThat(queue.next(988_000, slots)).contains(due);
    }

    @Test
    void aWaitingJobThatEndsGivesItsBookingBack() {
        RunningProgram first = job(1, 100, 100, 10);
        submit(first);
        assertThat(submit(job(2, 100, 100, 1))).isEqualTo(new Answer.Refused());
        queue.ended(first);
        assertThat(submit(job(3, 100, 100, 1))).isEqualTo(accepted(0, 0));
    }
}
