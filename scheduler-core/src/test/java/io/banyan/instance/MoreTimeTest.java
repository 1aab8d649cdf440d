package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.state.Fingerprint;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A child instance that runs gets more time. The harness checks the invariants after every event. */
class MoreTimeTest {
    private final TreeHarness tree =
            TreeHarness.over("cluster { 2 node { 2 core } }", config -> config.queueing(QueuePolicy.CONSERVATIVE));

    @BeforeEach
    void spawn() {
        assertThat(tree.spawn("/", "child", nodes(1, 1_000))).isEqualTo("/1");
        tree.runFor(100);
    }

    private Answer limit(String path, long job, long sec) {
        return tree.ask(path, new JobRequest.Limit(new JobId(job), sec));
    }

    private long endOf(String path) {
        return tree.member(path).instance.state().schedule().horizon().endSec();
    }

    private void replays(String path) {
        var member = tree.member(path);
        String before = Fingerprint.of(member.instance.state());
        Instance fresh = path.equals("/")
                ? Instance.root(member.instance.config(), Graphs.graph("cluster { 2 node { 2 core } }"), Graphs.HORIZON)
                : Instance.child(member.instance.config());
        member.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
        assertThat(fresh.state().schedule().horizon())
                .isEqualTo(member.instance.state().schedule().horizon());
    }

    @Test
    void itsPlanAndItsJobsReachAsFar() {
        tree.submit("/1", "1 slot { 1 core! }");
        tree.submit("/1", "1 slot { 1 core! } for 800");
        tree.submit("/1", "1 slot { 1 core! } for 50");
        assertThat(tree.states("/1", 3)).containsExactly(JobState.RUNNING, JobState.RUNNING, JobState.RESERVED);
        assertThat(tree.job("/1", 1).window().endSec()).isEqualTo(1_000);

        assertThat(limit("/", 1, 5_000)).isInstanceOf(JobAnswer.Submitted.class);
        tree.runFor(100);

        assertThat(tree.job("/", 1).window()).isEqualTo(new TimeWindow(0, 5_000));
        assertThat(endOf("/1")).isEqualTo(5_000);
        assertThat(tree.job("/1", 1).window().endSec())
                .as("it was to run until the end")
                .isEqualTo(5_000);
        assertThat(tree.job("/1", 3).window().startSec())
                .as("its plan is made anew")
                .isEqualTo(800);
        tree.submit("/1", "1 slot { 1 core! } for 2000");
        assertThat(tree.job("/1", 4).window().endSec()).isEqualTo(2_850);
        replays("/");
        replays("/1");
        tree.runFor(1_100_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.job("/1", 1).state()).isEqualTo(JobState.RUNNING);
        tree.runFor(4_000_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void oneThatCannotBeReachedHearsOfItWhenItIsBack() {
        tree.cut("/1", 50_000);
        tree.runFor(1_000);
        limit("/", 1, 5_000);
        tree.runFor(10_000);
        assertThat(endOf("/1")).isEqualTo(1_000);
        tree.runFor(60_000);
        assertThat(endOf("/1")).isEqualTo(5_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {900, 1})
    void itIsNotGivenLess(long sec) {
        assertThat(((Answer.Failed) limit("/", 1, sec)).message())
                .isEqualTo(
                        "the time limit of an instance can be raised but not lowered; instance /1 runs until 1970-01-01T00:16:40Z");
    }

    @Test
    void itGetsNoMoreThanItsParentHas() {
        tree.spawn("/1", "below", "1 slot { 1 core! } for 500");
        tree.runFor(100);
        assertThat(((Answer.Failed) limit("/1", 1, 1_001)).message())
                .isEqualTo(
                        "instance /1/1 can run until 1970-01-01T00:16:40Z at most, when the time of instance /1 ends");
        limit("/1", 1, 0);
        tree.runFor(100);
        assertThat(endOf("/1/1")).isEqualTo(1_000);
        limit("/", 1, 2_000);
        tree.runFor(100);
        assertThat(endOf("/1/1")).as("it runs until the end of its parent").isEqualTo(2_000);
    }

    @Test
    void itsOwnInstancesThatRunUntilItsEndHaveMoreTimeToo() {
        tree.spawn("/1", "unlimited", "1 slot { 1 core! }");
        tree.spawn("/1", "limited", "1 slot { 1 core! } for 500");
        tree.runFor(100);
        limit("/", 1, 5_000);
        tree.runFor(100);
        assertThat(tree.job("/1", 1).window().endSec()).isEqualTo(5_000);
        assertThat(endOf("/1/1")).isEqualTo(5_000);
        assertThat(endOf("/1/2")).isEqualTo(500);
        limit("/1", 2, 4_000);
        tree.runFor(100);
        assertThat(endOf("/1/2")).isEqualTo(4_000);
        replays("/1");
        tree.runFor(1_100_000);
        assertThat(tree.job("/1", 1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void itsOwnInstancesGetNoMoreTimeThanTheyAskedFor() {
        tree.spawn("/1", "cut short", "1 slot { 1 core! } for 1500");
        tree.spawn("/1", "longer", "1 slot { 1 core! } for 9000");
        assertThat(tree.job("/1", 1).window().endSec()).isEqualTo(1_000);
        long start = tree.job("/1", 1).window().startSec();

        limit("/", 1, 1_200);
        tree.runFor(100);
        assertThat(endOf("/1/1")).as("it has as much as its parent").isEqualTo(1_200);
        limit("/", 1, 5_000);
        tree.runFor(100);
        assertThat(endOf("/1/1")).isEqualTo(start + 1_500);
        assertThat(tree.job("/1", 1).window().endSec()).isEqualTo(start + 1_500);
        assertThat(endOf("/1/2")).isEqualTo(5_000);
        replays("/1");
    }

    @Test
    void anInstanceThatAskedForAsMuchAsThereWasGetsNoMore() {
        tree.spawn("/1", "to the end", "1 slot { 1 core! } for " + (1_000 - tree.now() / 1_000));
        assertThat(tree.job("/1", 1).window().endSec()).isEqualTo(1_000);
        limit("/", 1, 5_000);
        tree.runFor(100);
        assertThat(endOf("/1/1")).isEqualTo(1_000);
        replays("/1");
    }

    @Test
    void plansYieldAndWhatIsReservedDoesNot() {
        tree.submit("/", "2 slot { 1 node! } for 100");
        assertThat(tree.job("/", 2).window().startSec()).isEqualTo(1_000);
        limit("/", 1, 3_000);
        assertThat(tree.job("/", 2).window().startSec()).isEqualTo(3_000);
        tree.ask(
                "/",
                new ReservationRequest.Create(
                        new Reservation(
                                "tidy",
                                "owner",
                                new ReservationTarget.All(),
                                4_000,
                                100,
                                Recurrence.ONCE,
                                new TreeSet<>()),
                        false));
        assertThat(((Answer.Failed) limit("/", 1, 4_500)).message())
                .isEqualTo("the resources of job 1 are not free for that long");
    }

    @Test
    void oneThatIsOverGetsNone() {
        tree.cancel("/", 1);
        assertThat(((Answer.Failed) limit("/", 1, 5_000)).message()).isEqualTo("job 1 is cancelled");
    }
}
