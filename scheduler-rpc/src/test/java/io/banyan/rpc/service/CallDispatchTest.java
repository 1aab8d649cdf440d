package io.banyan.rpc.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.util.concurrent.ListenableFuture;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.v1.MatchReply;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.SchedulerGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallDispatchTest {
    private static final int LARGE = 200_000;

    private final Token token = Token.random();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final CompletableFuture<ReplyTo> asked = new CompletableFuture<>();
    private final CompletableFuture<ReplyTo> gone = new CompletableFuture<>();
    private final CallDispatch calls = new CallDispatch(
            new AnswersAtOnce(),
            answer -> true,
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory()));
    private Server server;
    private ManagedChannel channel;

    private final class AnswersAtOnce implements Inbox {
        @Override
        public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
            return false;
        }

        @Override
        public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
            if (request instanceof Request.Tree) {
                asked.complete(asker);
                return;
            }
            asker.answer(new Answer.Stopping(), List.of());
            seen.add("went on");
        }

        @Override
        public void left(ReplyTo asker) {
            gone.complete(asker);
        }
    }

    private final class Service extends SchedulerGrpc.SchedulerImplBase {
        @Override
        public void match(MatchRequest request, StreamObserver<MatchReply> caller) {
            calls.ask(
                    request,
                    caller,
                    client -> {
                        seen.add("read for " + client.name() + ", here "
                                + Caller.client().map(Principal::name).orElse("nobody"));
                        return request.getName().equals("never answered") ? new Request.Tree() : new Request.Stop();
                    },
                    (answer, timings) -> {
                        if (request.getName().equals("short of memory")) {
                            throw new OutOfMemoryError("as if");
                        }
                        return MatchReply.getDefaultInstance();
                    });
        }
    }

    @BeforeEach
    void open() throws Exception {
        var check = new CallerCheck(
                new Principals(token, Path.of("there-is-none")),
                new ChildCredentials(),
                "none",
                Set.of(),
                Doorkeeping.none());
        server = InProcessServerBuilder.forName("calls")
                .directExecutor()
                .addService(new Service())
                .intercept(check)
                .build()
                .start();
        channel = InProcessChannelBuilder.forName("calls").directExecutor().build();
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    private Optional<Status.Code> failure(MatchRequest request) {
        var stub = SchedulerGrpc.newBlockingStub(channel).withCallCredentials(new BearerToken(token));
        return Optional.ofNullable(catchThrowableOfType(StatusRuntimeException.class, () -> stub.match(request)))
                .map(failed -> failed.getStatus().getCode());
    }

    @Test
    void theInboxHearsOfACallerWhoWaitsNoLonger() {
        var options = CallOptions.DEFAULT.withCallCredentials(new BearerToken(token));
        ClientCall<MatchRequest, MatchReply> call = channel.newCall(SchedulerGrpc.getMatchMethod(), options);
        var request = MatchRequest.newBuilder().setName("never answered").build();
        ListenableFuture<MatchReply> answer = ClientCalls.futureUnaryCall(call, request);
        ReplyTo asker = asked.join();
        assertThat(gone).isNotDone();

        answer.cancel(true);

        assertThat(gone.join()).isEqualTo(asker);
    }

    @Test
    void anErrorInOneAnswerFailsThatCallAndReachesNobodyElse() {
        var request = MatchRequest.newBuilder().setName("short of memory").build();
        assertThat(failure(request)).contains(Status.Code.INTERNAL);
        assertThat(seen).endsWith("went on");
        assertThat(failure(MatchRequest.getDefaultInstance())).isEmpty();
    }

    /** The thread on which it is read knows of no caller, and whoever looked for one there has let everybody pass. */
    @Test
    void whoAsksIsToldToTheReaderOfALargeRequestToo() {
        assertThat(failure(
                        MatchRequest.newBuilder().setJobspec(" ".repeat(LARGE)).build()))
                .isEmpty();
        assertThat(seen.getFirst()).isEqualTo("read for owner, here nobody");
    }
}
