package io.banyan.rpc.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.security.OpenCalls;
import io.banyan.rpc.transport.ConnectionLimits;
import io.banyan.rpc.transport.SocketFile;
import io.banyan.rpc.transport.UnixSocket;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.DirectHead;
import io.banyan.v1.JobsReply;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.MatchReply;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.StatReply;
import io.banyan.v1.StatRequest;
import io.banyan.v1.WatchGrpc;
import io.banyan.v1.WatchRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Direct calls, by a client and a server in this process. */
@Timeout(60)
class DirectServerTest {
    private static final Metadata.Key<String> REFUSED = Metadata.Key.of("refused", Metadata.ASCII_STRING_MARSHALLER);

    @TempDir
    private Path directory;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger given = new AtomicInteger();
    private UnixSocket socket = new UnixSocket(Path.of("/nowhere"));
    private DirectServer server;

    /** The other channel was wanted. */
    private static final class OtherChannelException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Answers, fails and keeps silent. */
    private final class Service extends SchedulerGrpc.SchedulerImplBase {
        @Override
        public void jobs(JobsRequest request, StreamObserver<JobsReply> caller) {
            caller.onNext(JobsReply.newBuilder().setMore(true).build());
            caller.onCompleted();
        }

        @Override
        public void match(MatchRequest request, StreamObserver<MatchReply> caller) {
            caller.onError(Failure.OVERLOADED.because("Try again later; ü.", 250));
        }

        @Override
        public void stat(StatRequest request, StreamObserver<StatReply> caller) {
            ((ServerCallStreamObserver<StatReply>) caller).setOnCancelHandler(given::incrementAndGet);
        }
    }

    /** Refuses calls that have a header, before their requests are there. */
    private static final class Refusing implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            if (headers.containsKey(REFUSED)) {
                call.close(Failure.FORBIDDEN.status("Not you."), Failure.FORBIDDEN.trailers());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        socket = new UnixSocket(directory.resolve("d"));
        var calls = new LocalCalls(List.of(new Service()), List.of(new Refusing()), executor, timer);
        server = DirectServer.listen(SocketFile.takeInOwn(socket), false, calls, new OpenCalls());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        executor.shutdownNow();
        timer.shutdownNow();
        assertThat(Files.exists(socket.path())).isFalse();
    }

    private ManagedChannel channel() {
        return new DirectChannel(socket, Set.of(), () -> {
            others.incrementAndGet();
            throw new OtherChannelException();
        });
    }

    private SchedulerGrpc.SchedulerBlockingStub stub() {
        return SchedulerGrpc.newBlockingStub(channel()).withDeadlineAfter(20, TimeUnit.SECONDS);
    }

    private boolean isAnswered() {
        return stub().jobs(JobsRequest.getDefaultInstance()).getMore();
    }

    @Test
    void aCallIsAnswered() {
        assertThat(isAnswered()).isTrue();
        assertThat(others).hasValue(0);
    }

    @Test
    void aCallThatFailsTellsWhy() {
        var failure = catchThrowableOfType(
                StatusRuntimeException.class, () -> stub().match(MatchRequest.getDefaultInstance()));
        assertThat(Failure.in(failure)).isEqualTo(Failure.OVERLOADED);
        assertThat(Failure.sentenceOf(failure)).isEqualTo("Try again later; ü.");
        assertThat(Failure.retryAfterMillis(failure)).hasValue(250);
    }

    @Test
    void aStreamGoesByTheOtherChannel() {
        var watch = WatchGrpc.newBlockingStub(channel());
        assertThatThrownBy(() -> watch.events(WatchRequest.getDefaultInstance()))
                .isInstanceOf(OtherChannelException.class);
    }

    @Test
    void aClientOfManyCallsGoesOnByTheOtherChannel() {
        var stub = SchedulerGrpc.newBlockingStub(channel());
        for (int i = 0; i < 8; i++) {
            assertThat(stub.jobs(JobsRequest.getDefaultInstance()).getMore()).isTrue();
        }
        assertThatThrownBy(() -> stub.jobs(JobsRequest.getDefaultInstance())).isInstanceOf(OtherChannelException.class);
    }

    @Test
    void whereNobodyListensTheOtherChannelIsAsked() throws IOException {
        server.close();
        assertThatThrownBy(this::isAnswered).isInstanceOf(OtherChannelException.class);
        // What a daemon leaves that was killed.
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(socket.path()));
        }
        assertThat(Files.exists(socket.path())).isTrue();
        assertThatThrownBy(this::isAnswered).isInstanceOf(OtherChannelException.class);
        Files.delete(socket.path());
    }

    @Test
    void aCallEndsOnBothSidesWhenItsTimeIsOver() {
        var impatient = SchedulerGrpc.newBlockingStub(channel()).withDeadlineAfter(100, TimeUnit.MILLISECONDS);
        var failure = catchThrowableOfType(
                StatusRuntimeException.class, () -> impatient.stat(StatRequest.getDefaultInstance()));
        assertThat(Failure.in(failure)).isEqualTo(Failure.DEADLINE);
        await().until(() -> given.get() == 1 && server.connections() == 0);
    }

    @Test
    void aCallIsCancelledWhenItsClientIsGone() throws IOException {
        try (SocketChannel client = connect()) {
            Frames.write(client, call(SchedulerGrpc.getStatMethod().getFullMethodName(), new Metadata()));
            Frames.write(client, new byte[0]);
            await().until(() -> server.connections() == 1);
        }
        await().until(() -> given.get() == 1 && server.connections() == 0);
    }

    @Test
    void aClientThatSendsMoreThanItsRequestIsNotServed() throws IOException {
        try (SocketChannel client = connect()) {
            Frames.write(client, call(SchedulerGrpc.getStatMethod().getFullMethodName(), new Metadata()));
            Frames.write(client, new byte[0]);
            await().until(() -> server.connections() == 1);
            var unused = client.write(ByteBuffer.allocate(1));
            await().until(() -> given.get() == 1 && server.connections() == 0);
        }
    }

    @Test
    void aRefusalArrivesHoweverLongTheRequestIs() throws Exception {
        var headers = new Metadata();
        headers.put(REFUSED, "yes");
        try (SocketChannel client = connect()) {
            Frames.write(client, call(SchedulerGrpc.getStatMethod().getFullMethodName(), headers));
            Frames.write(client, new byte[ConnectionLimits.MAX_REQUEST_BYTES]);
            assertThat(status(client)).isEqualTo(Status.Code.PERMISSION_DENIED);
        }
    }

    @Test
    void aRequestThatIsTooLongIsRefused() throws Exception {
        try (SocketChannel client = connect()) {
            Frames.write(client, call(SchedulerGrpc.getStatMethod().getFullMethodName(), new Metadata()));
            var unused = client.write(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(ConnectionLimits.MAX_REQUEST_BYTES + 1)
                    .flip());
            assertThat(status(client)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        }
    }

    @Test
    void anAnswerThatIsTooLongIsNotTaken() {
        var failure = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> stub().withMaxInboundMessageSize(1).jobs(JobsRequest.getDefaultInstance()));
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    @Test
    void aFloodOfConnectionsWaitsOutsideTheProcess() throws IOException {
        List<SocketChannel> flood = new ArrayList<>();
        DirectServer flooded = server;
        try {
            synchronized (flooded) { // Nobody enters meanwhile.
                for (int i = 0; i < 2 * DirectServer.MOST_ARRIVING; i++) {
                    flood.add(connect());
                }
                await().until(() -> server.arriving() == DirectServer.MOST_ARRIVING);
            }
            await().until(() -> server.connections() == flood.size());
            await().until(() -> server.arriving() <= 1); // The thread that accepts has one.
        } finally {
            for (SocketChannel connection : flood) {
                connection.close();
            }
        }
        assertThat(isAnswered()).isTrue();
    }

    @Test
    void aMethodThatIsNotThereIsRefused() throws Exception {
        try (SocketChannel client = connect()) {
            Frames.write(client, call("banyan.v1.Scheduler/Nothing", new Metadata()));
            assertThat(status(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
        }
    }

    /** Whatever comes, the connection ends, and the server goes on. */
    @Test
    void bytesThatAreNoCallEndTheConnection() throws IOException {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            try (SocketChannel client = connect()) {
                byte[] head = random.nextBoolean()
                        ? call(SchedulerGrpc.getMatchMethod().getFullMethodName(), new Metadata())
                        : bytes(random, 64);
                var frame = ByteBuffer.allocate(Integer.BYTES + head.length + 100)
                        .putInt(random.nextInt(4) == 0 ? random.nextInt() : head.length)
                        .put(head)
                        .put(bytes(random, 100));
                var unused = client.write(frame.flip());
            }
        }
        await("seed " + seed).until(() -> server.connections() == 0);
        assertThat(isAnswered()).as("seed %s", seed).isTrue();
    }

    private static byte[] bytes(Random random, int most) {
        var bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void aServerThatClosesEndsItsCalls() throws IOException {
        try (SocketChannel client = connect()) {
            Frames.write(client, call(SchedulerGrpc.getStatMethod().getFullMethodName(), new Metadata()));
            Frames.write(client, new byte[0]);
            await().until(() -> server.connections() == 1);
            server.close();
            await().until(() -> given.get() == 1);
        }
    }

    private SocketChannel connect() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket.path()));
    }

    private static byte[] call(String method, Metadata headers) {
        return new DirectHead.Call(method, headers, TimeUnit.SECONDS.toMillis(20)).bytes();
    }

    private static Status.Code status(SocketChannel client) throws Exception {
        return DirectHead.Answer.read(Frames.read(client, Frames.MOST_ANSWER_HEAD))
                .status()
                .getCode();
    }
}
