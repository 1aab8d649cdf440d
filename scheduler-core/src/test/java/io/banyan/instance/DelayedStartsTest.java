package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that cannot start when they were to. The harness checks the invariants after every event. */
class DelayedStartsTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final long SLOWLY_MILLIS = 7_000;

    private TreeHarness tree = under("easy");

    private static TreeHarness under(String policy) {
        return TreeHarness.over(FOUR, config -> config.queueing(QueuePolicy.parse(policy)));
    }

    private JobRecord job(long id) {
        return tree.job("/", id);
    }

    private long startSec(long id) {
        return job(id).window().startSec();
    }

    /** Freezes the instance for the given time, and then lets another process go on with it. */
    private void isAwayFor(long millis) {
        tree.freeze("/");
        tree.runFor(millis);
        tree.thaw("/");
        Instance before = tree.member("/").instance;
        tree.restart("/", Instance.root(before.config(), Graphs.graph(FOUR), Graphs.HORIZON));
    }

    @Test
    void aJobBehindOneThatEndsSlowlyHasAllItsTime() {
        tree.killMillis = SLOWLY_MILLIS;
        tree.submit("/", nodes(4, 10));
        tree.submit("/", nodes(4, 3));
        tree.submit("/", nodes(4, 20));

        tree.runFor(16_000);
        assertThat(tree.states("/", 3)).containsExactly(JobState.STOPPING, JobState.RESERVED, JobState.PENDING);

        tree.runFor(1_500);
        assertThat(tree.states("/", 3)).containsExactly(JobState.EXPIRED, JobState.RUNNING, JobState.RESERVED);
        assertThat(List.of(startSec(2), job(2).window().durationSec())).containsExactly(17L, 3L);
        tree.runFor(SLOWLY_MILLIS + 3_000);
        assertThat(job(3).state()).isEqualTo(JobState.RUNNING);
        assertThat(List.of(startSec(3), job(3).window().durationSec())).containsExactly(27L, 20L);
    }

    @Test
    void nobodyIsOvertakenByThoseBehindWhosePlansAreInItsWayNow() {
        tree = under("conservative");
        tree.killMillis = SLOWLY_MILLIS;
        tree.submit("/", nodes(4, 10));
        for (int i = 0; i < 6; i++) {
            tree.submit("/", nodes(3, 5 + i));
        }
        tree.submit("/", nodes(1, 1_000));
        assertThat(tree.states("/", 8)).endsWith(JobState.RESERVED);

        tree.runFor(200_000);

        assertThat(tree.states("/", 7)).containsOnly(JobState.EXPIRED);
        assertThat(job(8).state()).isEqualTo(JobState.RUNNING);
        assertThat(startSec(8)).isEqualTo(17);
        for (int id = 2; id <= 7; id++) {
            assertThat(job(id).window().durationSec()).isEqualTo(5 + id - 2);
            assertThat(startSec(id))
                    .isEqualTo(id == 2 ? 17 : job(id - 1).window().endSec() + 7);
        }
    }

    @Test
    void whoComesBeforeItInTheQueueKeepsWhatIsReserved() {
        tree = under("conservative");
        tree.killMillis = SLOWLY_MILLIS;
        tree.submit("/", nodes(2, 10));
        tree.submit("/", nodes(2, 20));
        tree.submit("/", nodes(4, 50), 20);
        tree.submit("/", nodes(2, 10));
        assertThat(List.of(startSec(3), startSec(4))).containsExactly(20L, 10L);

        tree.runFor(18_000);

        assertThat(List.of(startSec(3), startSec(4))).containsExactly(20L, 70L);
        tree.runFor(200_000);
        assertThat(tree.states("/", 4)).containsOnly(JobState.EXPIRED);
        assertThat(job(3).window().durationSec()).isEqualTo(50);
        assertThat(job(4).window().durationSec()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative"})
    void whatWasToStartWhileNobodyWasThereStartsLaterAndWhole(String policy) {
        tree = under(policy);
        for (int i = 0; i < 3; i++) {
            tree.submit("/", nodes(4, 10));
        }
        tree.killMillis = SLOWLY_MILLIS;

        isAwayFor(60_000);
        tree.runFor(10);
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), false, "", true));

        assertThat(tree.states("/", 3)).containsExactly(JobState.COMPLETED, JobState.RUNNING, JobState.RESERVED);
        assertThat(job(2).window().endSec() * 1000 - tree.now()).isBetween(9_000L, 10_000L);
        assertThat(job(3).window().durationSec()).isEqualTo(10);
    }

    /** The window that was reserved for the second job is over before the first job is gone. */
    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative"})
    void whoWaitsForLongerThanItIsToRunIsOvertakenByNobody(String policy) {
        tree = under(policy);
        tree.killMillis = 30_000;
        tree.submit("/", nodes(2, 10));
        tree.submit("/", nodes(4, 3));
        tree.submit("/", nodes(2, 1_000));
        for (int i = 0; i < 25; i++) {
            tree.runFor(1_000);
            tree.submit("/", nodes(1, 1_000 + i));
        }
        assertThat(tree.states("/", 2)).containsExactly(JobState.STOPPING, JobState.RESERVED);
        assertThat(tree.ran).hasSize(1);

        tree.runFor(16_000);

        assertThat(List.of(startSec(2), job(2).window().durationSec())).containsExactly(40L, 3L);
    }

    @Test
    void whoIsToStartAfterItWaitsForItAsWell() {
        tree = under("conservative");
        tree.killMillis = 30_000;
        tree.submit("/", nodes(2, 10));
        tree.submit("/", nodes(4, 3));
        tree.submit("/", nodes(2, 1_000));
        tree.submit("/", nodes(2, 5));
        assertThat(List.of(startSec(2), startSec(3), startSec(4))).containsExactly(10L, 13L, 0L);
        tree.finish("/", 4);
        tree.runFor(41_000);
        assertThat(tree.states("/", 2)).containsExactly(JobState.EXPIRED, JobState.RUNNING);
        assertThat(startSec(2)).isEqualTo(40);
        assertThat(startSec(3)).isGreaterThanOrEqualTo(43);
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative"})
    void whatIsOverWhileNobodyWasThereIsNoReasonToBeOvertaken(String policy) {
        tree = under(policy);
        tree.submit("/", nodes(2, 10));
        tree.submit("/", nodes(4, 3));
        tree.submit("/", nodes(2, 1_000));
        tree.killMillis = SLOWLY_MILLIS;

        isAwayFor(60_000);
        tree.runFor(3_000);
        assertThat(tree.states("/", 2)).containsExactly(JobState.STOPPING, JobState.RESERVED);
        assertThat(job(3).state()).isNotEqualTo(JobState.RUNNING);
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), false, "", true));

        assertThat(job(2).state()).isEqualTo(JobState.RUNNING);
        assertThat(job(3).state()).isNotEqualTo(JobState.RUNNING);
    }

    /** At the moment at which it is woken another one is over, so that who is late looks again at that very moment. */
    @Test
    void whoLooksAgainAtTheMomentOfAnAlarmIsWoken() {
        tree.killMillis = 1_000_000;
        tree.submit("/", nodes(4, 10));
        tree.submit("/", nodes(4, 3));
        Map<String, ?> system = Map.of("banyan", Map.of("deadline", 30));
        tree.ask(
                "/",
                new JobRequest.Submit(Jobs.with(Jobs.jobspec(nodes(4, 15)), system), "", Submission.USUAL_URGENCY));
        tree.runFor(60_000);
        assertThat(tree.states("/", 3)).containsExactly(JobState.STOPPING, JobState.RESERVED, JobState.CANCELLED);
        assertThat(startSec(2)).isGreaterThan(56);
    }

    /**
     * All come at once, and all nodes are alike; so the first of those that wait is put off by those alone that take
     * their time to end.
     */
    @Test
    void theFirstIsPutOffByNoMoreThanOthersTakeToEnd() {
        long seed = new Random().nextLong();
        for (int run = 0; run < 20; run++) {
            var random = new Random(seed + run);
            tree = under("easy");
            tree.killMillis = 1_000L * random.nextInt(20);
            int jobs = 3 + random.nextInt(8);
            for (int i = 0; i < jobs; i++) {
                tree.submit("/", nodes(1 + random.nextInt(4), 1 + random.nextInt(20)));
            }
            Map<Long, Long> promised = new TreeMap<>();
            long overdueSec = 0;
            for (int sec = 0; sec < 2_000; sec++) {
                for (long id = 1; id <= jobs; id++) {
                    if (job(id).state() == JobState.RESERVED) {
                        promised.putIfAbsent(id, startSec(id) - overdueSec);
                    }
                }
                overdueSec += tree.states("/", jobs).contains(JobState.STOPPING) ? 1 : 0;
                tree.runFor(1_000);
            }
            for (Map.Entry<Long, Long> promise : promised.entrySet()) {
                assertThat(startSec(promise.getKey()))
                        .as("seed %d, run %d, job %d of %d", seed, run, promise.getKey(), jobs)
                        .isLessThanOrEqualTo(promise.getValue() + overdueSec + jobs);
            }
        }
    }

    /**
     * Node by node there is room for it at 20 only. By their number there is room from 13 on, when the others are moved
     * to the other nodes.
     */
    @Test
    void aNodeThatIsNotGivenBackInTimeIsReservedFromTheNextSecondOn() {
        tree = under("conservative");
        tree.killMillis = 30_000;
        tree.submit("/", nodes(1, 10));
        tree.submit("/", nodes(3, 20));
        tree.runFor(12_500);
        tree.submit("/", nodes(3, 10));
        assertThat(startSec(3)).isEqualTo(20);

        tree.submit("/", nodes(1, 15));

        assertThat(List.of(startSec(3), startSec(4))).containsExactly(20L, 13L);
    }

    @Test
    void aJobThatWasReservedBehindAnOverdueOneStartsInTheSameSecondAsThatEnds() {
        tree.killMillis = 700;
        tree.submit("/", nodes(4, 10));
        var maintenance = new Reservation(
                "upgrade", "owner", new ReservationTarget.All(), 11, 60, Recurrence.ONCE, new TreeSet<>());
        tree.ask("/", new ReservationRequest.Create(maintenance, false));
        tree.runFor(10_100);
        tree.submit("/", nodes(4, 1));
        assertThat(startSec(2)).isEqualTo(11);
        assertThat(startSec(3)).isEqualTo(71);

        tree.runFor(700);

        assertThat(job(3).state()).isEqualTo(JobState.RUNNING);
        assertThat(startSec(3)).isEqualTo(10);
    }

    /** A job that is not in the queue has what it was given, and ends when that does. */
    @Test
    void aWindowThatIsReservedByNameIsShownAsItIsAlsoWhenItIsLate() {
        tree.killMillis = 1_000_000;
        tree.submit("/", nodes(4, 10));
        var reserve = new JobRequest.Match(
                Jobs.jobspec(nodes(4, 30)), MatchOperation.ALLOCATE_ORELSE_RESERVE, MatchFormat.SIMPLE, "");
        assertThat(((Answer.Matched) tree.ask("/", reserve)).outcome()).isEqualTo(Answer.MatchOutcome.RESERVED);
        TimeWindow booked = job(2).window();
        tree.runFor(1_000 * (booked.startSec() + 5));

        var shown = (JobAnswer.JobInfo) tree.ask("/", new JobRead.JobInfo(new JobId(2), MatchFormat.SIMPLE));
        assertThat(shown.job().state()).isEqualTo(JobState.RESERVED);
        assertThat(shown.job().window()).isEqualTo(booked);
    }

    @Test
    void whoWaitsForOneThatDoesNotEndStartsElsewhereWhereThereIsRoom() {
        tree.killMillis = 1_000_000;
        tree.submit("/", nodes(1, 10));
        tree.submit("/", nodes(3, 100));
        tree.submit("/", nodes(1, 5));
        tree.runFor(40_000);
        assertThat(tree.states("/", 3)).containsExactly(JobState.STOPPING, JobState.RUNNING, JobState.RESERVED);

        tree.finish("/", 2);

        assertThat(tree.states("/", 3)).containsExactly(JobState.STOPPING, JobState.COMPLETED, JobState.RUNNING);
        assertThat(List.of(startSec(3), job(3).window().durationSec())).containsExactly(40L, 5L);
    }

    @Test
    void whatTheCommandDidStandsWhereTheTimeIsOverBeforeAllIsDone() {
        tree.submit("/", nodes(1, 10));
        tree.submit("/", nodes(1, 10));
        tree.submit("/", nodes(1, 100));
        tree.killMillis = 100_000;
        tree.runFor(11_000);
        tree.send("/", new JobRequest.Cancel(new JobId(3)));
        assertThat(tree.states("/", 3)).containsOnly(JobState.STOPPING);

        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), false, "", true));
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(2), true, "exit status 3", true));
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(3), false, "", true));

        assertThat(tree.states("/", 3)).containsExactly(JobState.COMPLETED, JobState.FAILED, JobState.COMPLETED);
    }

    @Test
    void aJobThatIsToWaitAgainDoesSoAlsoWhereItHasEndedMeanwhile() {
        tree.submit("/", nodes(1, 10));
        tree.killMillis = 100_000;
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));

        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(1), false, "", true));

        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.ran).hasSize(2);
    }

    @Test
    void aDeadlineCountsForAJobThatRunsAsWell() {
        Map<String, ?> system = Map.of("banyan", Map.of("deadline", 30));
        tree.ask(
                "/",
                new JobRequest.Submit(Jobs.with(Jobs.jobspec(nodes(1, 10)), system), "", Submission.USUAL_URGENCY));

        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(1), 31)))
                .hasToString(
                        "Failed[code=WRONG_STATE, message=the job would run for 31 s and cannot end at its deadline, 1970-01-01T00:00:30Z]");
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(1), 30))).isInstanceOf(JobAnswer.Submitted.class);
    }
}
