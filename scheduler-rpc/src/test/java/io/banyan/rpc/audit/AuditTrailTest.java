package io.banyan.rpc.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Throttle;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.wire.Failure;
import io.banyan.v1.InputReply;
import io.banyan.v1.InputRequest;
import io.banyan.v1.OutputReply;
import io.banyan.v1.OutputRequest;
import io.banyan.v1.Paths;
import io.banyan.v1.QueueGrpc;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.SetStatusReply;
import io.banyan.v1.SetStatusRequest;
import io.banyan.v1.ShrinkReply;
import io.banyan.v1.ShrinkRequest;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTrailTest {
    @TempDir
    private Path directory;

    private final Token token = Token.random();
    private final CountDownLatch isCancelled = new CountDownLatch(1);
    private AuditLog log;
    private Server server;
    private ManagedChannel channel;

    /** Answers a change of a status when whoever asked for it is gone, and a shrink at once. */
    private final class Service extends SchedulerGrpc.SchedulerImplBase {
        @Override
        public void setStatus(SetStatusRequest request, StreamObserver<SetStatusReply> caller) {
            ((ServerCallStreamObserver<SetStatusReply>) caller).setOnCancelHandler(() -> {
                caller.onNext(SetStatusReply.getDefaultInstance());
                caller.onCompleted();
                isCancelled.countDown();
            });
        }

        @Override
        public void shrink(ShrinkRequest request, StreamObserver<ShrinkReply> caller) {
            caller.onNext(ShrinkReply.getDefaultInstance());
            caller.onCompleted();
        }
    }

    /** Takes any input of job 1, and nothing for another. */
    private static final class Jobs extends QueueGrpc.QueueImplBase {
        @Override
        public void output(OutputRequest request, StreamObserver<OutputReply> caller) {
            caller.onNext(OutputReply.getDefaultInstance());
            caller.onCompleted();
        }

        @Override
        public void input(InputRequest request, StreamObserver<InputReply> caller) {
            if (request.getJob() != 1) {
                caller.onError(Failure.FORBIDDEN.because("Only its owner can send input"));
                return;
            }
            caller.onNext(InputReply.newBuilder()
                    .setAccepted(request.getData().size())
                    .build());
            caller.onCompleted();
        }
    }

    @BeforeEach
    void open() throws Exception {
        log = AuditLog.open(directory.resolve("audit.log"), 1 << 20, 1);
        var check = new CallerCheck(
                new Principals(token, Path.of("there-is-none")),
                new ChildCredentials(),
                "none",
                Set.of(),
                new Doorkeeping(new AuditTrail(log, InstantSource.system()), new Throttle(0)));
        server = InProcessServerBuilder.forName("audit-trail")
                .directExecutor()
                .addService(new Service())
                .addService(new Jobs())
                .intercept(check)
                .build()
                .start();
        channel =
                InProcessChannelBuilder.forName("audit-trail").directExecutor().build();
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        server.shutdownNow();
        log.close();
    }

    private List<String> lines() throws Exception {
        log.close();
        return Files.readAllLines(directory.resolve("audit.log"));
    }

    @Test
    void aCallWhoseAskerIsGoneIsOneLineThatSaysWhatBecameOfIt() throws Exception {
        var call = SchedulerGrpc.newFutureStub(channel)
                .withCallCredentials(new BearerToken(token))
                .setStatus(
                        SetStatusRequest.newBuilder().setPath("/cluster0/node1").build());
        call.cancel(true);
        isCancelled.await();
        assertThat(lines())
                .singleElement()
                .asString()
                .contains(
                        "\"who\":\"" + Principal.OWNER_NAME,
                        "\"of\":\"/cluster0/node1\"",
                        "\"outcome\":\"unheard\"",
                        "\"why\":\"done\"");
    }

    @Test
    void aLineSaysOfWhatAndNoMoreThanALittle() throws Exception {
        var paths = Paths.newBuilder();
        for (int i = 0; i < 1_000; i++) {
            paths.addPath("/cluster0/node" + i);
        }
        var stub = SchedulerGrpc.newBlockingStub(channel).withCallCredentials(new BearerToken(token));
        stub.shrink(ShrinkRequest.newBuilder().setPaths(paths).build());
        stub.shrink(ShrinkRequest.newBuilder().setGrowId("g".repeat(10_000)).build());
        List<String> lines = lines();
        assertThat(lines.getFirst()).contains("\"of\":\"/cluster0/node0 and 999 more\"");
        assertThat(lines.get(1)).hasSizeLessThan(500).contains("\"of\":\"grow ggg");
    }

    @Test
    void ofTheCallsThatReadAndFeedAJobThereIsTheFirstInputAndWhatIsRefused() throws Exception {
        var stub = QueueGrpc.newBlockingStub(channel).withCallCredentials(new BearerToken(token));
        InputRequest.Builder input = InputRequest.newBuilder().setJob(1);
        for (int offset = 0; offset < 5; offset++) {
            stub.output(OutputRequest.newBuilder().setJob(1).build());
            stub.input(input.clone().setOffset(offset).build());
            stub.input(input.clone()
                    .setOffset(offset)
                    .setData(ByteString.copyFromUtf8("a"))
                    .build());
        }
        assertThatThrownBy(() -> stub.input(input.clone().setJob(2).build())).hasMessageContaining("Only its owner");
        assertThat(lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("Queue/Input", "\"job\":1", "done"),
                        refused -> assertThat(refused).contains("Queue/Input", "\"job\":2", "forbidden"));
    }

    @Test
    void aFloodOfStrangersIsAFewLinesAndACount() throws Exception {
        var stub = SchedulerGrpc.newBlockingStub(channel).withCallCredentials(new BearerToken(Token.random()));
        for (int i = 0; i < 500; i++) {
            try {
                stub.shrink(ShrinkRequest.getDefaultInstance());
                throw new AssertionError("it was let in");
            } catch (StatusRuntimeException refused) {
                assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
            }
        }
        List<String> lines = lines();
        assertThat(lines).hasSizeLessThan(200);
        assertThat(lines.getLast()).contains("\"outcome\":\"left-out\"", "more calls that changed nothing");
    }
}
