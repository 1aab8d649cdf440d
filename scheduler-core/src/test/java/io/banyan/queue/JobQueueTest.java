package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Claim.Share;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.ProposedBooking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a queue asks for a match: as often as an answer can have changed. */
class JobQueueTest {
    /** A machine on which so many processors are free, and nobody ever plans anything else. */
    private static final class Counter implements Seats {
        private static final TimeWindow NOW = new TimeWindow(0, 1);

        private final JobQueue queue;
        private final List<JobId> tried = new ArrayList<>();
        private final List<JobId> started = new ArrayList<>();
        private long free;
        /** Whether it says how much there would have been room for. */
        private boolean tells;

        Counter(JobQueue queue, long free) {
            this.queue = queue;
            this.free = free;
        }

        @Override
        public NowAnswer findNow(WaitingJob job) {
            tried.add(job.id());
            if (job.amount() > free) {
                return new AtMost(tells ? free : job.amount() - 1);
            }
            return placement(job, BookingKind.ALLOCATION, List.of());
        }

        private static Placement placement(WaitingJob job, BookingKind kind, List<JobId> withdrawn) {
            var booking = new ProposedBooking(job.id(), NOW, new Selection.Builder().build());
            return new Placement(job, kind, withdrawn, List.of(booking));
        }

        @Override
        public long mostAtAll(WaitingJob job) {
            return tells ? free : Long.MAX_VALUE;
        }

        @Override
        public EarliestAnswer findEarliest(WaitingJob job) {
            return earliest(job, List.of());
        }

        private EarliestAnswer earliest(WaitingJob job, List<JobId> withdrawn) {
            boolean isNow = findNow(job) instanceof Placement;
            return placement(job, isNow ? BookingKind.ALLOCATION : BookingKind.RESERVATION, withdrawn);
        }

        @Override
        public boolean mayBeInTime(WaitingJob job) {
            return true;
        }

        @Override
        public EarliestAnswer findInstead(WaitingJob job, WaitingJob other) {
            return earliest(job, List.of(other.id()));
        }

        @Override
        public TimeWindow planned(JobId job) {
            return NOW;
        }

        @Override
        public boolean isDue(WaitingJob job) {
            return false;
        }

        @Override
        public boolean mayBeEarlier(WaitingJob job) {
            return true;
        }

        @Override
        public Optional<Placement> findEarlier(WaitingJob job) {
            tried.add(job.id());
            return Optional.empty();
        }

        /** Makes each placement of a pass, until it is over. */
        void pass() {
            QueuePass pass = queue.pass(this);
            for (Optional<Placement> next = pass.next(); next.isPresent(); next = pass.next()) {
                make(next.get());
            }
        }

        void make(Placement placement) {
            placement.withdrawn().forEach(queue::withdrawn);
            WaitingJob job = placement.job();
            if (placement.kind() == BookingKind.ALLOCATION) {
                free -= job.amount();
                started.add(job.id());
            }
            queue.granted(job.id(), placement.kind());
        }

        int triedSince(Runnable action) {
            tried.clear();
            action.run();
            pass();
            queue.checkInvariants();
            return tried.size();
        }
    }

    private static WaitingJob job(long id, long cores, long sec) {
        return WaitingJob.of(new JobId(id), Jobs.jobspec(cores + " slot { 1 core } for " + sec), /* rank= */ 16, id);
    }

    @Test
    void aJobThatAsksForNoLessThanOneThatFailedIsNotTried() {
        var queue = new JobQueue(QueuePolicy.EASY);
        var seats = new Counter(queue, 0);
        assertThat(seats.triedSince(() -> queue.add(job(1, 4, 100)))).isEqualTo(1);
        assertThat(seats.triedSince(() -> queue.add(job(2, 5, 100)))).isZero();
        assertThat(seats.triedSince(() -> queue.add(job(3, 4, 100)))).isZero();
        assertThat(seats.triedSince(() -> queue.add(job(4, 3, 100)))).isEqualTo(1);
        assertThat(seats.triedSince(() -> queue.add(job(5, 4, 99)))).isEqualTo(1);
        assertThat(seats.triedSince(() -> {})).isZero();
    }

    @Test
    void whoAsksForMoreThanThereIsRoomForIsNotTried() {
        var queue = new JobQueue(QueuePolicy.EASY);
        var seats = new Counter(queue, 2);
        seats.tells = true;
        assertThat(seats.triedSince(() -> queue.add(job(1, 9, 100)))).isEqualTo(1);
        assertThat(seats.triedSince(() -> queue.add(job(2, 8, 100)))).isEqualTo(1);
        for (int cores = 3; cores < 8; cores++) {
            long id = cores;
            assertThat(seats.triedSince(() -> queue.add(job(id, id, 100)))).isZero();
        }
        assertThat(seats.triedSince(() -> queue.add(job(8, 2, 200)))).isEqualTo(1);
        assertThat(seats.started).containsExactly(new JobId(8));
    }

    @Test
    void withThousandsOfEqualJobsAnEndCostsTwoMatches() {
        var queue = new JobQueue(QueuePolicy.EASY);
        var seats = new Counter(queue, 0);
        for (int i = 1; i <= 20_000; i++) {
            queue.add(job(i, 1, 100));
        }
        seats.pass();
        assertThat(seats.tried).as("when they came").hasSize(1);
        int tried = seats.triedSince(() -> {
            seats.free = 1;
            queue.freed();
        });
        assertThat(tried).as("one starts, and the next shows that no other can").isEqualTo(2);
        assertThat(seats.started).containsExactly(new JobId(2));
    }

    @Test
    void thoseWhoAreInVainArePassedOverAtOnce() {
        var queue = new JobQueue(QueuePolicy.EASY);
        var seats = new Counter(queue, 0);
        seats.tells = true;
        var random = new Random(7);
        for (int i = 1; i <= 20_000; i++) {
            queue.add(job(i, 3 + random.nextInt(60), 1 + random.nextInt(5_000)));
        }
        queue.add(job(20_001, 2, 9_000));
        seats.pass();
        long before = queue.looked();
        int tried = seats.triedSince(() -> {
            seats.free = 2;
            queue.freed();
        });
        assertThat(seats.started).containsExactly(new JobId(20_001));
        assertThat(tried)
                .as("the first shows how much is free, and the last can start")
                .isEqualTo(2);
        assertThat(queue.looked() - before).as("of 20,000").isLessThanOrEqualTo(4);
    }

    @ParameterizedTest(name = "who finds nothing is told of how much there is: {0}")
    @ValueSource(booleans = {false, true})
    void nobodyIsPassedOverWhoCouldStart(boolean tells) {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (String policy : List.of("fcfs", "easy", "hybrid:reservation-depth=3", "hybrid:queue-depth=5")) {
            var queue = new JobQueue(QueuePolicy.parse(policy));
            var seats = new Counter(queue, 20);
            seats.tells = tells;
            for (int i = 1; i < 2_000; i++) {
                if (random.nextBoolean()) {
                    queue.add(job(i, 1 + random.nextInt(9), 1 + random.nextInt(5)));
                } else {
                    seats.free += random.nextInt(3);
                    queue.freed();
                }
                seats.pass();
                queue.checkInvariants();
                int depth = policy.contains("queue-depth=5") ? 5 : policy.equals("fcfs") ? 1 : Integer.MAX_VALUE;
                assertThat(queue.waiting().stream().limit(depth))
                        .as("under %s, seed %d, step %d: %d are free", policy, seed, i, seats.free)
                        .noneMatch(it -> it.amount() <= seats.free);
            }
        }
    }

    private static WaitingJob job(long id, long cores, String queue, Share... shares) {
        return WaitingJob.of(
                new JobId(id),
                Jobs.jobspec(cores + " slot { 1 core } for 100"),
                /* rank= */ 16,
                id,
                new Claim(queue, List.of(shares)));
    }

    private static Share share(String user, long most, long amount) {
        return new Share(new Limit("", Limit.Of.USER, user, "jobs", most), amount);
    }

    @Test
    void whatIsInVainForOneQueueIsInVainForAll() {
        var queue = new JobQueue(name -> QueuePolicy.EASY);
        var seats = new Counter(queue, 0);
        for (int i = 1; i <= 20_000; i++) {
            queue.add(job(i, 1, "queue" + i % 10));
        }
        seats.pass();
        // Each queue may have a reservation, for which a match is needed.
        assertThat(seats.tried).as("when they came").hasSize(10);
        int tried = seats.triedSince(() -> {
            seats.free = 1;
            queue.freed();
        });
        assertThat(tried).as("one starts, and the next shows that no other can").isEqualTo(2);
    }

    @Test
    void whoIsOverALimitIsNotTriedBeforeItIsFree() {
        var queue = new JobQueue(QueuePolicy.EASY);
        var seats = new Counter(queue, 1_000);
        seats.triedSince(() -> queue.add(job(1, 1, "", share("alice", 1, 1))));
        seats.triedSince(() -> queue.add(job(2, 1, "", share("bob", 1, 1))));
        for (int i = 3; i <= 10_000; i++) {
            queue.add(job(i, i % 7 + 1L, "", share("alice", 1, 1)));
        }
        assertThat(seats.triedSince(() -> {})).as("alice has one").isZero();
        assertThat(seats.triedSince(() -> queue.add(job(10_001, 1, "", share("bob", 1, 1)))))
                .as("bob has one")
                .isZero();
        assertThat(seats.triedSince(() -> {
                    queue.remove(new JobId(2));
                    queue.freed();
                }))
                .as("bob's next")
                .isEqualTo(1);
        assertThat(seats.triedSince(() -> {
                    queue.remove(new JobId(1));
                    queue.freed();
                }))
                .as("alice's next")
                .isEqualTo(1);
        assertThat(seats.started).extracting(JobId::value).containsExactly(1L, 2L, 10_001L, 3L);
    }

    /** Each job that a naive look at all of them would start is started, under limits and in several queues. */
    @ParameterizedTest(name = "who finds nothing is told of how much there is: {0}")
    @ValueSource(booleans = {false, true})
    void nobodyIsPassedOverWhoIsWithinTheLimits(boolean tells) {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var queue = new JobQueue(name -> QueuePolicy.parse(name.equals("a") ? "easy" : "hybrid:reservation-depth=2"));
        var seats = new Counter(queue, 30);
        seats.tells = tells;
        for (int i = 1; i < 3_000; i++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    long cores = 1L + random.nextInt(9);
                    var ofUser = new Limit("", Limit.Of.USER, "u" + random.nextInt(4), "core", 10);
                    queue.add(job(
                            i,
                            cores,
                            random.nextBoolean() ? "a" : "b",
                            new Share(ofUser, cores),
                            new Share(new Limit("a", Limit.Of.ALL, "", "jobs", 5), 1)));
                }
                case 1 -> {
                    if (!seats.started.isEmpty()) {
                        queue.remove(seats.started.remove(random.nextInt(seats.started.size())));
                        seats.free += random.nextInt(10);
                        queue.freed();
                    }
                }
                default -> {
                    List<WaitingJob> waiting = queue.waiting();
                    if (!waiting.isEmpty()) {
                        queue.remove(waiting.get(random.nextInt(waiting.size())).id());
                    }
                }
            }
            seats.pass();
            queue.checkInvariants();
            assertThat(queue.waiting())
                    .as("seed %d, step %d: %d are free", seed, i, seats.free)
                    .noneMatch(
                            it -> it.amount() <= seats.free && queue.excess(it).isEmpty());
        }
    }

    @Test
    void whoIsInVainKeepsTheRestOfAQueueInWhichNobodyOvertakes() {
        var queue = new JobQueue(QueuePolicy.FCFS);
        var seats = new Counter(queue, 1);
        seats.triedSince(() -> queue.add(job(1, 2, "", share("alice", 5, 1))));
        seats.triedSince(() -> queue.add(job(2, 1, "", share("bob", 5, 1))));
        // Somebody else is over a limit no more, and so nobody's answer is another one.
        seats.triedSince(() -> queue.stopped("", false));
        assertThat(seats.started).isEmpty();
        seats.triedSince(() -> {
            seats.free = 3;
            queue.freed();
        });
        assertThat(seats.started).extracting(JobId::value).containsExactly(1L, 2L);
    }

    @Test
    void whenTheFirstIsCancelledTheNextIsTriedWhomItHadStopped() {
        var queue = new JobQueue(QueuePolicy.FCFS);
        var seats = new Counter(queue, 1);
        seats.triedSince(() -> queue.add(job(1, 2, 100)));
        assertThat(seats.triedSince(() -> queue.add(job(2, 1, 100)))).isZero();
        assertThat(seats.triedSince(() -> queue.remove(new JobId(1)))).isEqualTo(1);
        assertThat(seats.started).containsExactly(new JobId(2));
    }

    @Test
    void failuresCoverWhatIsNoSmallerAndNoShorter() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            var failures = new MatchFailures();
            List<WaitingJob> failed = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                WaitingJob next = job(i + 1, 1 + random.nextInt(6), 1 + random.nextInt(6));
                boolean expected =
                        failed.stream().anyMatch(it -> it.amount() <= next.amount() && it.length() <= next.length());
                assertThat(failures.covers(next))
                        .as("seed %d: %s after %s", seed, next, failed)
                        .isEqualTo(expected);
                failures.add(next);
                failed.add(next);
            }
        }
    }
}
