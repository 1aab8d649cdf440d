package io.banyan.rpc.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private final Queue<Runnable> undecided = new ArrayDeque<>();
    private int requested;
    private final Backlog backlog = new Backlog(() -> requested++);

    /** One message comes where one was asked for. */
    private void come() {
        undecided.add(backlog.add());
        backlog.next();
    }

    @Test
    void theNextIsAskedForAtOnceWhileThereIsRoom() {
        for (int i = 0; i < Backlog.MOST - 1; i++) {
            come();
        }
        assertThat(requested).isEqualTo(Backlog.MOST - 1);
    }

    @Test
    void whereAsManyWaitAsMayTheNextIsAskedForWhenOneWasDecidedOn() {
        for (int i = 0; i < Backlog.MOST; i++) {
            come();
        }
        assertThat(requested).isEqualTo(Backlog.MOST - 1);
        undecided.remove().run();
        assertThat(requested).isEqualTo(Backlog.MOST);
        undecided.remove().run();
        assertThat(requested).as("only one was held back").isEqualTo(Backlog.MOST);
    }

    @Test
    void whatIsNoMessageForTheInstanceTakesNoRoom() {
        for (int i = 0; i < 3 * Backlog.MOST; i++) {
            backlog.next();
        }
        assertThat(requested).isEqualTo(3 * Backlog.MOST);
    }
}
