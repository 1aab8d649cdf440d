package io.banyan.rpc.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.watch.Notices;
import io.banyan.v1.WatchEvent;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchStreamTest {
    private final Notices notices = new Notices("run1", 5);
    private final Caller caller = new Caller();
    private boolean isLetIn = true;
    private final WatchStream watcher = new WatchStream(
            notices,
            notices.now(),
            Long.MAX_VALUE,
            notice -> !notice.detail().equals("hidden"),
            () -> isLetIn,
            caller,
            Runnable::run);

    WatchStreamTest() {
        notices.wake(watcher);
    }

    private void happens(String... details) {
        for (String detail : details) {
            notices.add(List.of(new Notice(1, Notice.Kind.REMOVED, Optional.empty(), Optional.empty(), detail)));
        }
    }

    @Test
    void whoWantsOnlyWhatHasHappenedIsToldThatAndNoMore() {
        var other = new Caller();
        happens("a", "b");
        var reader = new WatchStream(
                notices, notices.first(), 2, notice -> !notice.detail().equals("b"), () -> true, other, Runnable::run);
        notices.wake(reader);
        reader.run();
        happens("c");
        assertThat(other.sent).extracting(WatchEvent::getDetail).containsExactly("a");
        assertThat(other.isCompleted).isTrue();
        assertThat(notices.first()).isEqualTo(new Cursor("run1", 0));
        happens("d", "e", "f", "g");
        assertThat(notices.first()).isEqualTo(new Cursor("run1", 2));
    }

    @Test
    void whatMayBeSeenIsSentWithTheCursorAfterIt() {
        happens("a", "hidden", "b");
        assertThat(caller.sent).extracting(WatchEvent::getDetail).containsExactly("a", "b");
        assertThat(caller.sent).extracting(WatchEvent::getCursor).containsExactly("run1-1", "run1-3");
    }

    @Test
    void whoIsShownNothingIsToldNowAndThenHowFarHeIs() {
        for (int i = 0; i < 2 * WatchStream.MOST_HIDDEN; i++) {
            happens("hidden");
        }
        assertThat(caller.sent).extracting(WatchEvent::getCursor).containsExactly("run1-1000", "run1-2000");
        assertThat(caller.sent).allMatch(event -> event.getJob() == 0);
    }

    @Test
    void whoIsLetInNoMoreSeesNothingMore() {
        happens("a");
        isLetIn = false;
        happens("b", "c");
        assertThat(caller.sent).hasSize(1);
        assertThat(caller.error).isNotNull();
        assertThat(Status.fromThrowable(caller.error).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(notices.watchers()).isZero();
    }

    @Test
    void whoTakesNothingIsSentNothingUntilHeDoes() {
        caller.isReady = false;
        happens("a", "b");
        assertThat(caller.sent).isEmpty();
        caller.isReady = true;
        watcher.run();
        assertThat(caller.sent).extracting(WatchEvent::getDetail).containsExactly("a", "b");
    }

    @Test
    void whoIsSoSlowThatNoticesAreGoneIsDroppedOnceAndToldWhereHeWas() {
        happens("a");
        caller.isReady = false;
        happens("b", "c", "d", "e", "f", "g", "h");
        assertThat(caller.error).isNotNull();
        Status status = Status.fromThrowable(caller.error);
        assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(status.getDescription()).startsWith("This watch was too slow: the events after run1-1 ");
        assertThat(caller.sent).hasSize(1);
        assertThat(notices.watchers()).isZero();
    }

    /** A caller that takes what it is sent where it is ready. */
    private static final class Caller extends ServerCallStreamObserver<WatchEvent> {
        boolean isCompleted;
        final List<WatchEvent> sent = new ArrayList<>();
        boolean isReady = true;

        @Nullable Throwable error;

        @Override
        public void onNext(WatchEvent event) {
            sent.add(event);
        }

        @Override
        public void onError(Throwable thrown) {
            assertThat(error).isNull();
            error = thrown;
        }

        @Override
        public void onCompleted() {
            isCompleted = true;
        }

        @Override
        public boolean isReady() {
            return isReady;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}
    }
}
