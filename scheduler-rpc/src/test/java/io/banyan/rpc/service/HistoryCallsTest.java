package io.banyan.rpc.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.wire.Failure;
import io.banyan.v1.HistoryReply;
import io.banyan.v1.HistoryRequest;
import io.banyan.v1.SchedulerGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HistoryCallsTest {
    @TempDir
    private Path directory;

    private final Token owner = Token.random();
    private final Token alice = Token.random();
    private final Semaphore mayAnswer = new Semaphore(0);
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger mostBusy = new AtomicInteger();
    private final List<String> order = new CopyOnWriteArrayList<>();
    private Server server;
    private ManagedChannel channel;

    private final class Slow implements History {
        @Override
        public PastJobs ask(HistoryQuery query) throws IOException {
            mostBusy.accumulateAndGet(busy.incrementAndGet(), Math::max);
            mayAnswer.acquireUninterruptibly();
            busy.decrementAndGet();
            order.add(query.owner().orElse("all"));
            if (query.most() == 13) {
                throw new IOException("The journal postgresql://site@db.internal/banyan cannot be reached.");
            }
            return new PastJobs(List.of(), false);
        }
    }

    @BeforeEach
    void open() throws Exception {
        var table = new TokenTable(directory.resolve("tokens"));
        table.add(NamedToken.of("alice", Role.USER, Optional.of(alice), Optional.empty(), Optional.empty()));
        var check = new CallerCheck(
                new Principals(owner, table.file()), new ChildCredentials(), "none", Set.of(), Doorkeeping.none());
        var calls = new HistoryCalls(new Slow());
        server = InProcessServerBuilder.forName("history")
                .directExecutor()
                .addService(new SchedulerGrpc.SchedulerImplBase() {
                    @Override
                    public void history(HistoryRequest request, StreamObserver<HistoryReply> caller) {
                        calls.ask(request, caller);
                    }
                })
                .intercept(check)
                .build()
                .start();
        channel = InProcessChannelBuilder.forName("history").directExecutor().build();
    }

    @AfterEach
    void close() {
        mayAnswer.release(1_000);
        channel.shutdownNow();
        server.shutdownNow();
    }

    private ListenableFuture<HistoryReply> ask(Token token, int most) {
        return ask(token, most, "");
    }

    private ListenableFuture<HistoryReply> ask(Token token, int most, String user) {
        return SchedulerGrpc.newFutureStub(channel)
                .withCallCredentials(new BearerToken(token))
                .history(HistoryRequest.newBuilder().setMost(most).setUser(user).build());
    }

    private static Throwable failure(ListenableFuture<HistoryReply> asked) throws InterruptedException {
        try {
            throw new AssertionError("it was answered: " + asked.get());
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @Test
    void whoAsksMuchWaitsForHimselfAndIsToldWhenToComeBack() throws Exception {
        List<ListenableFuture<HistoryReply>> asked = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            asked.add(ask(alice, 1));
        }
        Throwable refused = failure(asked.getLast());
        assertThat(Failure.in(refused)).isEqualTo(Failure.OVERLOADED);
        assertThat(Failure.retryAfterMillis(refused)).isPresent();
        ListenableFuture<HistoryReply> owners = ask(owner, 1);
        mayAnswer.release(6);
        owners.get();
        assertThat(order).contains("all").hasSizeLessThanOrEqualTo(6);
        assertThat(mostBusy.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void aUserDoesNotSeeWhatOthersRanAndAnAdminMayAskForOne() throws Exception {
        mayAnswer.release(2);
        assertThat(Failure.in(failure(ask(alice, 1, "bob")))).isEqualTo(Failure.FORBIDDEN);
        ask(alice, 1, "alice").get();
        ask(owner, 1, "bob").get();
        assertThat(order).containsExactly("alice", "bob");
    }

    @Test
    void whereTheDatabaseIsIsNotTold() throws Exception {
        mayAnswer.release(1);
        Throwable failed = failure(ask(alice, 13));
        assertThat(Failure.in(failed)).isEqualTo(Failure.INTERNAL);
        assertThat(failed).hasMessageContaining("The history cannot be read").hasMessageNotContaining("db.internal");
    }
}
