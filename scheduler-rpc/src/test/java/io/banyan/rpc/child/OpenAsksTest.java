package io.banyan.rpc.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.relay.AnswerTo;
import io.banyan.rpc.relay.Passed;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.Payload;
import io.banyan.rpc.wire.session.Relayed;
import io.banyan.rpc.wire.session.RelayedCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenAsksTest {
    private static final InstancePath CHILD = InstancePath.parse("/3");

    private final OpenAsks asks = new OpenAsks();
    private final List<Relayed.Down> sent = new ArrayList<>();
    private final Heard heard = new Heard();
    private boolean isUnderWay = true;
    private final OpenAsks.Way way = new OpenAsks.Way() {
        @Override
        public void send(Relayed.Down message) {
            sent.add(message);
        }

        @Override
        public boolean takeBack(Relayed.Down message) {
            return !isUnderWay && sent.remove(message);
        }
    };

    /** The answers that the asker received. */
    private static final class Heard implements AnswerTo {
        private final List<StatusRuntimeException> ends = new ArrayList<>();
        private int messages;

        @Override
        public void add(Optional<Payload> message, Optional<StatusRuntimeException> end) {
            messages += message.isPresent() ? 1 : 0;
            end.ifPresent(ends::add);
        }
    }

    @Test
    void aCallThatIsNotAnsweredBeforeTheSessionEndsSaysThatNobodyKnows() {
        ask("alice", 10);
        asks.close();
        assertThat(heard.ends).singleElement().satisfies(end -> {
            assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(end.getStatus().getDescription())
                    .isEqualTo(
                            "The connection to instance /3 broke before it answered; it is unknown whether the instance processed the call.");
        });
        ask("alice", 10);
        assertThat(Failure.in(heard.ends.getLast())).isEqualTo(Failure.UNREACHABLE);
        assertThat(sent).hasSize(1);
    }

    @Test
    void oneClientHasNoMoreThanHalfOfTheCalls() {
        for (int i = 0; i < OpenAsks.MOST; i++) {
            ask("alice", 1);
        }
        assertThat(sent).hasSize(OpenAsks.MOST_OF_ONE);
        for (int i = 0; i < OpenAsks.MOST; i++) {
            ask("bob" + i % 2, 1);
        }
        assertThat(sent).hasSize(OpenAsks.MOST);
        assertThat(heard.ends).extracting(Failure::in).containsOnly(Failure.OVERLOADED);
    }

    @Test
    void theBytesOfTheRequestsAreBounded() {
        ask("alice", (int) OpenAsks.MOST_BYTES);
        ask("bob", 1);
        assertThat(sent).hasSize(1);
        asks.answered(new Relayed.Answer(1, Optional.empty(), Optional.of(Status.OK.asRuntimeException())));
        ask("bob", 1);
        assertThat(sent).hasSize(2);
    }

    @Test
    void theChildIsToldOnceOfACallThatIsGivenUp() {
        Passed call = ask("alice", 1);
        call.cancel();
        call.cancel();
        assertThat(sent).hasSize(2).last().isEqualTo(new Relayed.Cancelled(1));
        asks.answered(new Relayed.Answer(1, Optional.empty(), Optional.of(Status.OK.asRuntimeException())));
        assertThat(heard.ends).isEmpty();
    }

    @Test
    void callsThatAreGivenUpBeforeTheyAreSentLeaveNothing() {
        isUnderWay = false;
        Payload quarter = payload((int) OpenAsks.MOST_BYTES / 4);
        for (int i = 0; i < 3 * OpenAsks.MOST; i++) {
            ask("alice", quarter).cancel();
        }
        assertThat(sent).isEmpty();
        assertThat(heard.ends).isEmpty();
    }

    @Test
    void whatIsAnsweredIsOver() {
        ask("alice", 1);
        asks.answered(new Relayed.Answer(1, Optional.of(payload(5)), Optional.empty()));
        asks.answered(new Relayed.Answer(1, Optional.empty(), Optional.of(Status.OK.asRuntimeException())));
        asks.answered(new Relayed.Answer(1, Optional.of(payload(5)), Optional.empty()));
        assertThat(heard.messages).isEqualTo(1);
        asks.close();
        assertThat(heard.ends).hasSize(1);
    }

    private Passed ask(String who, int bytes) {
        return ask(who, payload(bytes));
    }

    private Passed ask(String who, Payload request) {
        var call = new RelayedCall(
                CHILD,
                "banyan.v1.Scheduler/Stat",
                request,
                new Principal(who, Role.USER),
                new RelayedCall.Origin("here", "/"),
                System.nanoTime() + 1_000_000_000L,
                "r-1");
        return asks.begin(CHILD, call, heard, way);
    }

    private static Payload payload(int bytes) {
        return Payload.of(new ByteArrayInputStream(new byte[bytes]));
    }
}
