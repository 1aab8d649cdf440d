package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.ProposedBooking;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pass asks and returns steps; the queue changes between its steps only. */
class QueuePassTest {
    private static final TimeWindow NOW = new TimeWindow(0, 1);

    /** Room for every job, and something that happens whenever a pass asks for it. */
    private record Asked(Runnable whenAsked) implements Seats {
        @Override
        public NowAnswer findNow(WaitingJob job) {
            whenAsked.run();
            return start(job);
        }

        @Override
        public long mostAtAll(WaitingJob job) {
            return Long.MAX_VALUE;
        }

        @Override
        public EarliestAnswer findEarliest(WaitingJob job) {
            whenAsked.run();
            return start(job);
        }

        @Override
        public EarliestAnswer findInstead(WaitingJob job, WaitingJob other) {
            return findEarliest(job);
        }

        @Override
        public boolean mayBeInTime(WaitingJob job) {
            return true;
        }

        @Override
        public TimeWindow planned(JobId job) {
            return NOW;
        }

        @Override
        public boolean isDue(WaitingJob job) {
            return true;
        }

        @Override
        public boolean mayBeEarlier(WaitingJob job) {
            return true;
        }

        @Override
        public Optional<Placement> findEarlier(WaitingJob job) {
            return Optional.of(start(job));
        }
    }

    private static Placement start(WaitingJob job) {
        return new Placement(job, BookingKind.ALLOCATION, List.of(), List.of(booking(job.id())));
    }

    private static ProposedBooking booking(JobId job) {
        return new ProposedBooking(job, NOW, new Selection.Builder().build());
    }

    private static WaitingJob job(long id) {
        return WaitingJob.of(new JobId(id), Jobs.jobspec("1 slot { 1 core } for 100"), /* rank= */ 16, id);
    }

    private static JobQueue queueOf(WaitingJob... jobs) {
        var queue = new JobQueue(QueuePolicy.EASY);
        List.of(jobs).forEach(queue::add);
        return queue;
    }

    static List<Consumer<JobQueue>> changes() {
        return List.of(
                queue -> queue.add(job(9)),
                queue -> queue.remove(new JobId(1)),
                queue -> queue.granted(new JobId(1), BookingKind.ALLOCATION),
                queue -> queue.withdrawn(new JobId(1)),
                JobQueue::freed,
                JobQueue::more,
                queue -> queue.stopped("", true),
                queue -> queue.rank(job -> 1),
                JobQueue::seen,
                JobQueue::forgetFailures,
                queue -> queue.pass(new Asked(() -> {})));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeOfTheQueueWhileAPassAsksIsRefused(Consumer<JobQueue> change) {
        JobQueue queue = queueOf(job(1), job(2));
        QueuePass pass = queue.pass(new Asked(() -> change.accept(queue)));
        assertThatIllegalStateException()
                .isThrownBy(pass::next)
                .withMessage("the queue is changed while a pass looks at it");
    }

    @ParameterizedTest
    @MethodSource("changes")
    void betweenTwoStepsTheQueueMayChange(Consumer<JobQueue> change) {
        JobQueue queue = queueOf(job(1), job(2));
        QueuePass pass = queue.pass(new Asked(() -> {}));
        assertThat(pass.next()).isPresent();
        change.accept(queue);
        queue.checkInvariants();
    }

    @Test
    void aStepChangesNothingBeforeItIsMade() {
        JobQueue queue = queueOf(job(1), job(2));
        assertThat(queue.pass(new Asked(() -> {})).next()).map(Placement::job).contains(job(1));
        assertThat(queue.waiting()).containsExactly(job(1), job(2));
    }

    @Test
    void theNextStepFollowsFromTheQueueAsItIsThen() {
        JobQueue queue = queueOf(job(1), job(2), job(3));
        QueuePass pass = queue.pass(new Asked(() -> {}));
        assertThat(pass.next()).map(Placement::job).contains(job(1));
        queue.granted(new JobId(1), BookingKind.ALLOCATION);
        queue.remove(new JobId(2));
        assertThat(pass.next()).map(Placement::job).contains(job(3));
        queue.granted(new JobId(3), BookingKind.ALLOCATION);
        assertThat(pass.next()).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aStepThatIsLeftOutIsReported() {
        QueuePass pass = queueOf(job(1), job(2)).pass(new Asked(() -> {}));
        assertThat(pass.next()).isPresent();
        assertThatIllegalStateException().isThrownBy(pass::next).withMessage("the placement of job 1 was not made");
    }

    @Test
    void aPassThatIsOverStaysOverAndKeepsTheNews() {
        JobQueue queue = queueOf(job(1));
        QueuePass pass = queue.pass(new Asked(() -> {}));
        assertThat(pass.next()).isPresent();
        queue.granted(new JobId(1), BookingKind.ALLOCATION);
        assertThat(pass.next()).isEmpty();
        assertThat(queue.hasNews()).isFalse();
        queue.add(job(2));
        assertThat(pass.next()).isEmpty();
        assertThat(queue.hasNews()).isTrue();
    }

    @Test
    void aPassOverNoJobsIsOverAtOnce() {
        JobQueue queue = queueOf();
        queue.more();
        assertThat(queue.pass(new Asked(() -> {})).next()).isEmpty();
        assertThat(queue.hasNews()).isFalse();
    }

    @Test
    void aPlacementMovesOnlyJobsThatItWithdraws() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Placement(
                        job(1),
                        BookingKind.ALLOCATION,
                        List.of(new JobId(3)),
                        List.of(booking(new JobId(1)), booking(new JobId(2)))))
                .withMessageContaining("job 2 still has its reservation");
    }
}
