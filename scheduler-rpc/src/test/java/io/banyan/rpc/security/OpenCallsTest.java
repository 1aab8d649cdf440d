package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.wire.Failure;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private static final long MOST = 8L << 20;
    private static final int PIECE = 64 << 10;

    private final AtomicLong nanos = new AtomicLong();
    private final OpenCalls calls = new OpenCalls(MOST, nanos::get);
    private final List<Failure> ended = new ArrayList<>();

    private OpenCalls.Held open(String name) {
        var held = (OpenCalls.Held) calls.newServerStreamTracer("any", new Metadata());
        assertThat(begins(held, name, true)).isTrue();
        return held;
    }

    private boolean begins(OpenCalls.Held held, String name, boolean isUnary) {
        return held.begin(name, isUnary, isUnary, (failure, sentence) -> ended.add(failure));
    }

    /** Begins messages and does not end them, until that is refused, and returns the number of bytes sent. */
    private long sendUntilRefused(String name) {
        ended.clear();
        long sent = 0;
        while (ended.isEmpty()) {
            var held = (OpenCalls.Held) calls.newServerStreamTracer("any", new Metadata());
            if (!begins(held, name, true)) {
                return sent;
            }
            for (int i = 0; i < 16 && ended.isEmpty(); i++) {
                held.inboundWireSize(PIECE);
                sent += ended.isEmpty() ? PIECE : 0;
            }
        }
        assertThat(ended).containsExactly(Failure.OVERLOADED);
        return sent;
    }

    @Test
    void nobodyHoldsMoreThanIsLeftForOthersAndEverybodyALittle() {
        assertThat(sendUntilRefused("alice")).isBetween(MOST / 2 - (1 << 20), MOST / 2);
        assertThat(sendUntilRefused("bob")).isBetween(MOST / 4 - (1 << 20), MOST / 4);
        sendUntilRefused("carol");
        sendUntilRefused("dave");
        // There is less than a megabyte left.
        assertThat(sendUntilRefused("erin")).isBetween(800L << 10, 1L << 20);
    }

    @Test
    void whatIsOverHoldsNothing() {
        OpenCalls.Held held = open("alice");
        held.inboundWireSize(100);
        held.inboundWireSize(1);
        held.outboundWireSize(50);
        assertThat(calls.all()).isEqualTo(OpenCalls.CALL_BYTES + 100 + OpenCalls.PIECE_BYTES + 50);
        held.streamClosed(Status.OK);
        held.outboundWireSize(50);
        held.inboundWireSize(50);
        assertThat(calls.all()).isZero();
    }

    @Test
    void whoHasNoNameSendsLittle() {
        OpenCalls.Held held = open("");
        held.inboundWireSize(OpenCalls.NAMELESS_BYTES);
        assertThat(ended).isEmpty();
        held.inboundWireSize(1);
        assertThat(ended).containsExactly(Failure.TOO_LARGE);
    }

    @Test
    void answersThatNobodyTakesKeepTheNextOnesFromBeingWritten() {
        OpenCalls.Held first = open("alice");
        OpenCalls.Held second = open("alice");
        assertThat(first.hasRoomForAnswer()).isTrue();
        first.outboundWireSize(MOST);
        assertThat(second.hasRoomForAnswer()).isFalse();
        assertThat(open("bob").hasRoomForAnswer()).as("another's").isTrue();
        first.streamClosed(Status.CANCELLED);
        assertThat(second.hasRoomForAnswer()).isTrue();
    }

    @Test
    void aRequestThatIsNotWholeInTimeIsEnded() {
        open("alice");
        OpenCalls.Held whole = open("alice");
        whole.finished();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        open("alice");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        open("bob");
        assertThat(ended).containsExactly(Failure.DEADLINE);
    }

    @Test
    void aStreamHoldsNoMoreThanTheMessageThatIsNotWhole() {
        var held = (OpenCalls.Held) calls.newServerStreamTracer("any", new Metadata());
        assertThat(begins(held, "job 1", false)).isTrue();
        for (int i = 0; i < 1_000; i++) {
            held.inboundWireSize(PIECE);
            held.inboundMessageRead(i, PIECE, PIECE);
            held.outboundWireSize(PIECE);
        }
        assertThat(ended).isEmpty();
        assertThat(calls.all()).isEqualTo(OpenCalls.CALL_BYTES);
        held.streamClosed(Status.OK);
        assertThat(calls.all()).isZero();
    }
}
