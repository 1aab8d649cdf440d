package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Jobs;
import io.banyan.instance.hierarchy.Grows;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A grow of which the asker does not wait for the answer. */
class GiveUpTest {
    private static final String NODE = "1 slot { 1 node { 2 core } }";
    private static final Request.Grow TWO_MORE =
            new Request.Grow("g1", Optional.empty(), Jobs.jobspec("2 slot { 1 node { 2 core } }"), 0);

    private final TreeHarness tree = TreeHarness.over("cluster { 6 node { 2 core } }");

    /** The top says nothing, so that a grow of the leaf waits at the two levels below it. */
    @BeforeEach
    void aGrowWaits() {
        tree.spawn("/", "c", "2 slot { 1 node { 2 core } }");
        tree.spawn("/1", "g", NODE);
        tree.freeze("/");
    }

    private String ask() {
        String call = tree.send("/1/1", TWO_MORE);
        tree.runFor(100);
        return call;
    }

    private void leave(String call) {
        tree.happen(tree.member("/1/1"), new Event.ClientLeft(call));
    }

    private long waiting(String path) {
        return tree.stat(path).pendingGrows();
    }

    private long free(String path) {
        return tree.stat(path).amounts().get("node").free();
    }

    @Test
    void nobodyOnTheWayWaitsAndWhatIsGrantedComesBack() {
        String call = ask();
        leave(call);
        tree.runFor(Grows.AGAIN_MILLIS - 1_000);
        assertThat(waiting("/1/1") + waiting("/1")).isEqualTo(2);
        tree.runFor(2_000);
        assertThat(waiting("/1/1") + waiting("/1")).isZero();

        tree.thaw("/");
        tree.runFor(5_000);

        assertThat(free("/")).isEqualTo(4);
        assertThat(free("/1/1")).isEqualTo(1);
        assertThat(tree.answerTo(call)).isEmpty();
    }

    @Test
    void whoAsksAgainInTimeHasNotGivenUp() {
        leave(ask());
        String again = ask();
        tree.runFor(2 * Grows.AGAIN_MILLIS);
        assertThat(waiting("/1/1") + waiting("/1")).isEqualTo(2);

        tree.thaw("/");

        assertThat(tree.await(again)).isInstanceOf(Answer.Grown.class);
        assertThat(free("/1/1")).isEqualTo(3);
    }

    @Test
    void oneOfTwoWhoLeavesTakesNothingFromTheOther() {
        String first = ask();
        leave(ask());
        tree.runFor(2 * Grows.AGAIN_MILLIS);
        assertThat(waiting("/1")).isEqualTo(1);

        tree.thaw("/");

        assertThat(tree.await(first)).isInstanceOf(Answer.Grown.class);
    }
}
