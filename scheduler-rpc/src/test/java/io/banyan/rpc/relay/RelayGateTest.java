package io.banyan.rpc.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.InstanceHeader;
import io.banyan.rpc.wire.session.Payload;
import io.banyan.rpc.wire.session.RelayedCall;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.StatRequest;
import io.banyan.v1.WatchEvent;
import io.banyan.v1.WatchGrpc;
import io.banyan.v1.WatchRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RelayGateTest {
    private final Token token = Token.random();
    private final AtomicBoolean isStillIn = new AtomicBoolean(true);
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final CompletableFuture<AnswerTo> asked = new CompletableFuture<>();
    private final CompletableFuture<RelayedCall> passedOn = new CompletableFuture<>();
    private volatile Consumer<AnswerTo> whilePassing = answer -> {};
    private Server server;
    private ManagedChannel channel;

    @BeforeEach
    void listen() throws Exception {
        String name = UUID.randomUUID().toString();
        var check = new CallerCheck(
                new Principals(token, Path.of("there-is-none")),
                new ChildCredentials(),
                "none",
                Set.of(),
                Doorkeeping.none());
        server = InProcessServerBuilder.forName(name)
                .intercept(check.before(new RelayGate(this::pass, client -> isStillIn.get())))
                .addService(new SchedulerGrpc.SchedulerImplBase() {})
                .addService(new WatchGrpc.WatchImplBase() {})
                .build()
                .start();
        channel = InProcessChannelBuilder.forName(name).build();
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    private Passed pass(RelayedCall call, AnswerTo answer) {
        passedOn.complete(call);
        asked.complete(answer);
        whilePassing.accept(answer);
        return new Passed() {
            @Override
            public void cancel() {
                cancelled.incrementAndGet();
            }

            @Override
            public void more(int messages) {
                taken.addAndGet(messages);
            }
        };
    }

    @Test
    void theStatusOfTheInstanceComesBackAsItWas() throws Exception {
        var unused = asked.thenAccept(answer -> answer.end(Failure.OVERLOADED.because("Too much.", 70)));
        assertThatThrownBy(() -> with(SchedulerGrpc.newBlockingStub(channel)).stat(StatRequest.getDefaultInstance()))
                .isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
                    assertThat(Failure.in(e)).isEqualTo(Failure.OVERLOADED);
                    assertThat(Failure.retryAfterMillis(e)).hasValue(70);
                    assertThat(e.getStatus().getDescription()).isEqualTo("Too much.");
                });
        assertThat(passedOn.join().instance()).hasToString("/3/1");
        assertThat(passedOn.join().method()).isEqualTo("banyan.v1.Scheduler/Stat");
        assertThat(cancelled).hasValue(0);
    }

    @Test
    void aStreamEndsForWhoIsLetInNoMore() throws Exception {
        Iterator<WatchEvent> events =
                with(WatchGrpc.newBlockingStub(channel)).events(WatchRequest.getDefaultInstance());
        AnswerTo answer = asked.get(10, TimeUnit.SECONDS);
        answer.add(Optional.of(event()), Optional.empty());
        assertThat(events.next().getDetail()).isEqualTo("x");
        isStillIn.set(false);
        answer.add(Optional.of(event()), Optional.empty());
        assertThatThrownBy(() -> {
                    events.next();
                    events.next();
                })
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(Failure.in(e)).isEqualTo(Failure.UNAUTHENTICATED));
        await().until(() -> cancelled.get() > 0);
    }

    @Test
    void aStreamThatTheClientDoesNotTakeWaitsAndEndsWhereItIsTooLong() throws Exception {
        var client = new Reader();
        with(WatchGrpc.newStub(channel)).events(WatchRequest.getDefaultInstance(), client);
        AnswerTo answer = asked.get(10, TimeUnit.SECONDS);
        for (int i = 0; i < Payload.MOST_AHEAD; i++) {
            answer.add(Optional.of(event()), Optional.empty());
        }
        assertThat(client.end).isNotDone();
        assertThat(taken.get()).as("told as taken").isLessThanOrEqualTo(1);
        answer.add(Optional.of(event()), Optional.empty());
        answer.add(Optional.of(event()), Optional.empty());
        client.readAll();
        assertThatThrownBy(() -> client.end.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("The client reads the answer of instance /3/1")
                .satisfies(e -> assertThat(Failure.in(e.getCause())).isEqualTo(Failure.OVERLOADED));
        await().until(() -> cancelled.get() > 0);
    }

    @Test
    void anAnswerThatIsTooLongBeforeItsCallIsPassedOnEndsTheCall() {
        whilePassing = answer -> {
            for (int i = 0; i < Payload.MOST_AHEAD + 2; i++) {
                answer.add(Optional.of(event()), Optional.empty());
            }
        };
        var client = new Reader();
        with(WatchGrpc.newStub(channel)).events(WatchRequest.getDefaultInstance(), client);
        await().until(() -> cancelled.get() == 1);
        client.readAll();
        assertThatThrownBy(() -> client.end.get(10, TimeUnit.SECONDS))
                .satisfies(e -> assertThat(Failure.in(e.getCause())).isEqualTo(Failure.OVERLOADED));
    }

    @Test
    void aStreamThatIsTakenLaterComesWhole() throws Exception {
        var client = new Reader();
        with(WatchGrpc.newStub(channel)).events(WatchRequest.getDefaultInstance(), client);
        AnswerTo answer = asked.get(10, TimeUnit.SECONDS);
        for (int i = 0; i < Payload.MOST_AHEAD; i++) {
            answer.add(Optional.of(event()), Optional.empty());
        }
        client.readAll();
        await().until(() -> taken.get() == Payload.MOST_AHEAD);
        answer.add(Optional.of(event()), Optional.of(Status.OK.asRuntimeException()));
        assertThat(client.end.get(10, TimeUnit.SECONDS)).isEqualTo(Payload.MOST_AHEAD + 1);
    }

    /** Takes the first message only, until it is told to take all. */
    private static final class Reader implements ClientResponseObserver<WatchRequest, WatchEvent> {
        private final CompletableFuture<Integer> end = new CompletableFuture<>();
        private final AtomicReference<ClientCallStreamObserver<WatchRequest>> stream = new AtomicReference<>();
        private int events;

        @Override
        public void beforeStart(ClientCallStreamObserver<WatchRequest> call) {
            call.disableAutoRequestWithInitial(1);
            stream.set(call);
        }

        void readAll() {
            stream.get().request(1_000);
        }

        @Override
        public void onNext(WatchEvent event) {
            events++;
        }

        @Override
        public void onError(Throwable error) {
            end.completeExceptionally(error);
        }

        @Override
        public void onCompleted() {
            end.complete(events);
        }
    }

    @Test
    void theInstanceIsToldWhenTheClientGivesUp() {
        assertThatThrownBy(() -> with(SchedulerGrpc.newBlockingStub(channel))
                        .withDeadlineAfter(200, TimeUnit.MILLISECONDS)
                        .stat(StatRequest.getDefaultInstance()))
                .isInstanceOf(StatusRuntimeException.class);
        await().until(() -> cancelled.get() == 1);
    }

    private <S extends AbstractStub<S>> S with(S stub) {
        var headers = new Metadata();
        headers.put(InstanceHeader.KEY, "/3/1");
        return stub.withCallCredentials(new BearerToken(token))
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static Payload event() {
        return Payload.of(new ByteArrayInputStream(
                WatchEvent.newBuilder().setDetail("x").build().toByteArray()));
    }
}
