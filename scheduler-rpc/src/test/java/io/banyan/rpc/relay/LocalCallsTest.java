package io.banyan.rpc.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.Payload;
import io.banyan.rpc.wire.session.RelayedCall;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.StatReply;
import io.banyan.v1.StatRequest;
import io.banyan.v1.WatchEvent;
import io.banyan.v1.WatchGrpc;
import io.banyan.v1.WatchRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LocalCallsTest {
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final List<StatusRuntimeException> ends = new CopyOnWriteArrayList<>();
    private final List<Payload> messages = new CopyOnWriteArrayList<>();
    private final AtomicInteger gone = new AtomicInteger();
    private final LocalCalls calls = new LocalCalls(List.of(new Silent(), new Endless()), List.of(), threads, threads);

    /** Never answers. */
    private final class Silent extends SchedulerGrpc.SchedulerImplBase {
        @Override
        public void stat(StatRequest request, StreamObserver<StatReply> caller) {
            ((ServerCallStreamObserver<StatReply>) caller).setOnCancelHandler(gone::incrementAndGet);
        }
    }

    /** Sends as much as is taken. */
    private static final class Endless extends WatchGrpc.WatchImplBase {
        @Override
        public void events(WatchRequest request, StreamObserver<WatchEvent> answer) {
            var caller = (ServerCallStreamObserver<WatchEvent>) answer;
            Runnable send = () -> {
                while (caller.isReady()) {
                    caller.onNext(WatchEvent.getDefaultInstance());
                }
            };
            caller.setOnReadyHandler(send);
            send.run();
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void aCallEndsWhenItsTimeIsOver() {
        call("banyan.v1.Scheduler/Stat", TimeUnit.MILLISECONDS.toNanos(50));
        await().until(() -> !ends.isEmpty());
        assertThat(Failure.in(ends.getFirst())).isEqualTo(Failure.DEADLINE);
        await().until(() -> gone.get() == 1);
    }

    @Test
    void aCallThatIsGivenUpIsGivenUpByWhoeverServesItAndAnsweredByNobody() {
        Passed call = call("banyan.v1.Scheduler/Stat", LONG_NANOS);
        call.cancel();
        await().until(() -> gone.get() == 1);
        assertThat(ends).isEmpty();
    }

    @Test
    void aStreamWaitsForItsReader() {
        Passed call = call("banyan.v1.Watch/Events", LONG_NANOS);
        await().until(() -> messages.size() >= Payload.MOST_AHEAD);
        assertThat(messages).hasSize(Payload.MOST_AHEAD);
        call.more(3);
        await().until(() -> messages.size() > Payload.MOST_AHEAD + 2);
        assertThat(messages).hasSize(Payload.MOST_AHEAD + 3);
        call.cancel();
    }

    @Test
    void whatIsNoServiceForClientsIsRefused() {
        call("banyan.v1.Hierarchy/Session", LONG_NANOS);
        assertThat(ends).extracting(Failure::in).containsExactly(Failure.INVALID);
    }

    @Test
    void bytesThatAreNoRequestAreRefused() {
        calls.pass(asking("banyan.v1.Scheduler/Stat", LONG_NANOS, new byte[] {1, 2, 3}), this::hear);
        await().until(() -> !ends.isEmpty());
        assertThat(ends.getFirst().getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    private Passed call(String method, long nanos) {
        return calls.pass(asking(method, nanos, new byte[0]), this::hear);
    }

    private void hear(Optional<Payload> message, Optional<StatusRuntimeException> end) {
        message.ifPresent(messages::add);
        end.ifPresent(ends::add);
    }

    private static RelayedCall asking(String method, long nanos, byte[] request) {
        return new RelayedCall(
                InstancePath.parse("/1"),
                method,
                Payload.of(new ByteArrayInputStream(request)),
                Principal.OWNER,
                new RelayedCall.Origin("", "/"),
                System.nanoTime() + nanos,
                "r-1");
    }
}
