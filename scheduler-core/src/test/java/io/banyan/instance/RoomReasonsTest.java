package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.jobs.RoomReasons;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.queue.QueuePolicy;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests the cost of saying why jobs wait, in vertices that are written because a booking is taken off the schedule and
 * put back.
 */
class RoomReasonsTest {
    /** A cluster that one job has for 100 seconds; all others are reserved one after the other. */
    private TreeHarness tree =
            TreeHarness.over("cluster { 4 node { 1 core } }", config -> config.queueing(QueuePolicy.CONSERVATIVE));

    RoomReasonsTest() {
        submit(100);
    }

    private void submit(long durationSec) {
        tree.submit("/", "4 slot { 1 node { 1 core } } for " + durationSec);
    }

    private long touched() {
        return ((Answer.Stat) tree.ask("/", new Request.Stat())).statistics().touched();
    }

    /** Returns what a list with reasons writes. */
    private long cost() {
        long before = touched();
        assertThat(reasons()).isNotEmpty();
        return touched() - before;
    }

    private List<WaitReason> reasons() {
        var request = new JobRead.Jobs(JobSelection.ALL, false, false, JobRead.Reasons.SAID, 0, 0, 0);
        return ((JobAnswer.Jobs) tree.ask("/", request))
                .waiting().stream().map(Waiting::why).toList();
    }

    private static boolean isExplained(WaitReason why) {
        return why instanceof WaitReason.Reserved reserved && reserved.why().isPresent();
    }

    @Test
    void reservedJobsThatAskForTheSameShareAReason() {
        submit(50);
        long one = cost();
        assertThat(one).isPositive();
        for (int i = 0; i < 30; i++) {
            submit(50);
        }
        assertThat(cost()).isEqualTo(one);
        assertThat(reasons()).hasSize(31).allMatch(RoomReasonsTest::isExplained);
    }

    @Test
    void fewBookingsAreTakenOffForAList() {
        submit(50);
        long one = cost();
        for (int i = 1; i <= 30; i++) {
            submit(50 + i);
        }
        assertThat(cost()).isEqualTo(RoomReasons.MOST_RESERVED * one);
        assertThat(reasons().stream().filter(RoomReasonsTest::isExplained)).hasSize(RoomReasons.MOST_RESERVED);
    }

    /**
     * The time of the reservation is off the schedule while all are asked, and each takes only its own booking off
     * besides.
     */
    @Test
    void theTimesOfAdvanceReservationsAreTakenOffOnceForAll() {
        var all = new Reservation(
                "tidy",
                "owner",
                new ReservationTarget.Where("names=node[0-3]"),
                10_000,
                500,
                Recurrence.ONCE,
                new TreeSet<>());
        tree.ask("/", new ReservationRequest.Create(all, false));
        submit(20_000);
        long one = cost();
        submit(20_001);
        long two = cost();
        submit(20_002);
        assertThat(cost() - two).isEqualTo(two - one).isLessThan(one);
        assertThat(reasons()).hasSize(3).allMatch(RoomReasonsTest::isExplained);
    }

    /** Returns what is written to say when one job is expected to start. */
    private long costOfEstimate(long job) {
        long before = touched();
        var one = new JobSelection(IdSet.of(job), List.of(), Set.of(), Set.of(), Set.of(), Set.of(), true);
        var request = new JobRead.Jobs(one, false, false, JobRead.Reasons.ESTIMATED, 0, 0, 0);
        Waiting waiting = ((JobAnswer.Jobs) tree.ask("/", request)).waiting().getFirst();
        assertThat(waiting.startSec()).isPresent();
        return touched() - before;
    }

    /** The jobs behind a job in the queue are not looked at to say when it is expected to start. */
    @Test
    void anEstimateForOneJobDoesNotCostWhatTheQueueIsLong() {
        tree = TreeHarness.over("cluster { 4 node { 1 core } }", config -> config);
        submit(100);
        submit(50);
        submit(60);
        long one = costOfEstimate(3);
        assertThat(one).isPositive();
        for (int i = 0; i < 30; i++) {
            submit(70);
        }
        assertThat(costOfEstimate(3)).isEqualTo(one);
    }
}
