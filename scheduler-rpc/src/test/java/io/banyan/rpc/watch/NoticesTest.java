package io.banyan.rpc.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoticesTest {
    private final Notices notices = new Notices("run1", 5);

    private static List<Notice> some(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> new Notice(i, Notice.Kind.ATTACHED, Optional.empty(), Optional.empty(), "n" + i))
                .toList();
    }

    private List<String> after(long number) {
        return ((Notices.Piece.Told) notices.after(number, 100))
                .notices().stream().map(Notice::detail).toList();
    }

    @Test
    void whatFollowsANumberIsToldInOrder() {
        assertThat(after(0)).isEmpty();
        notices.add(some(1, 3));
        assertThat(after(0)).containsExactly("n1", "n2", "n3");
        assertThat(after(2)).containsExactly("n3");
        assertThat(((Notices.Piece.Told) notices.after(0, 2)).notices()).hasSize(2);
        assertThat(notices.now()).isEqualTo(new Cursor("run1", 3));
    }

    @Test
    void whatIsTooOldIsGoneAndNothingElse() {
        notices.add(some(1, 7));
        assertThat(after(2)).containsExactly("n3", "n4", "n5", "n6", "n7");
        assertThat(notices.after(1, 100)).isInstanceOf(Notices.Piece.Gone.class);
        assertThat(notices.knows(new Cursor("run1", 2))).isTrue();
        assertThat(notices.knows(new Cursor("run1", 1))).isFalse();
        assertThat(notices.knows(new Cursor("run1", 8))).isFalse();
        assertThat(notices.knows(new Cursor("run2", 3))).isFalse();
    }

    @Test
    void whoWatchesIsWokenUntilHeLeaves() {
        List<String> woken = new ArrayList<>();
        Runnable watcher = () -> woken.add("woken");
        notices.wake(watcher);
        notices.add(some(1, 2));
        notices.add(List.of());
        notices.leave(watcher);
        notices.add(some(3, 3));
        assertThat(woken).hasSize(1);
    }

    @Test
    void aCursorIsReadAsItIsWritten() {
        assertThat(Cursor.parse(new Cursor("mfx2k1", 42).toString())).isEqualTo(new Cursor("mfx2k1", 42));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "42", "-42", "run1-", "run1-x", "run1--1", "RUN-1", "run1-1234567890123456789"})
    void whatIsNoCursorIsRefused(String text) {
        assertThatThrownBy(() -> Cursor.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("That is not a cursor");
    }
}
