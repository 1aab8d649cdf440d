package io.banyan.rpc.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.wire.session.TooLargeException;
import io.grpc.stub.CallStreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Queue<Runnable> elsewhere = new ArrayDeque<>();
    private final List<String> unsent = new ArrayList<>();
    private final Wire wire = new Wire();
    private final Outbox<String, String> outbox = new Outbox<>(
            wire, OutboxTest::encode, value -> value.startsWith("light"), (v, why) -> unsent.add(v), elsewhere::add);

    @Test
    void whatIsLightIsSentAtOnce() {
        assertThat(outbox.send("light")).isTrue();
        assertThat(wire.sent).containsExactly("light");
        assertThat(elsewhere).isEmpty();
    }

    @Test
    void whatTakesLongIsSentElsewhereAndInOrder() {
        outbox.send("long");
        outbox.send("light");
        assertThat(wire.sent).isEmpty();
        elsewhere.remove().run();
        assertThat(wire.sent).containsExactly("long", "light");
        outbox.send("light again");
        assertThat(wire.sent).containsExactly("long", "light", "light again");
        assertThat(elsewhere).isEmpty();
    }

    @Test
    void whatTheOtherSideDoesNotTakeWaitsAndTheEndComesLast() {
        wire.isReady = false;
        outbox.send("light");
        outbox.complete();
        assertThat(outbox.send("light and late")).isFalse();
        assertThat(wire.sent).isEmpty();
        wire.isReady = true;
        outbox.ready();
        assertThat(wire.sent).containsExactly("light", "completed");
    }

    @Test
    void whatWaitsCanBeTakenBack() {
        String first = "light 1";
        String second = "light 2";
        outbox.send(first);
        assertThat(outbox.takeBack(first)).as("it is sent").isFalse();
        wire.isReady = false;
        outbox.send("light 0");
        outbox.send(first);
        outbox.send(second);
        assertThat(outbox.takeBack(first)).isTrue();
        assertThat(outbox.takeBack(first)).isFalse();
        wire.isReady = true;
        outbox.ready();
        assertThat(wire.sent).containsExactly("light 1", "light 0", "light 2");
    }

    @Test
    void whatIsTooLargeIsHandedBackAndTheOthersGoOn() {
        outbox.send("light 1");
        outbox.send("light and too large");
        outbox.send("light 2");
        assertThat(wire.sent).containsExactly("light 1", "light 2");
        assertThat(unsent).containsExactly("light and too large");
    }

    private static List<String> encode(String value) {
        if (value.endsWith("too large")) {
            throw new TooLargeException(100L << 20);
        }
        return List.of(value);
    }

    /** A stream that notes what it is given. */
    private static final class Wire extends CallStreamObserver<String> {
        private final List<String> sent = new ArrayList<>();
        private boolean isReady = true;

        @Override
        public boolean isReady() {
            return isReady;
        }

        @Override
        public void onNext(String value) {
            sent.add(value);
        }

        @Override
        public void onError(Throwable error) {
            sent.add("failed");
        }

        @Override
        public void onCompleted() {
            sent.add("completed");
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            throw new AssertionError("whoever has the stream does that");
        }

        @Override
        public void disableAutoInboundFlowControl() {
            throw new AssertionError("nothing is read here");
        }

        @Override
        public void request(int count) {
            throw new AssertionError("nothing is read here");
        }

        @Override
        public void setMessageCompression(boolean enable) {
            throw new AssertionError("nothing is compressed");
        }
    }
}
