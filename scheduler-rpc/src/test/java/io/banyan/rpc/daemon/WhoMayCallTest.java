package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.value.Role;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.wire.Failure;
import io.banyan.v1.AbandonRequest;
import io.banyan.v1.AttachRequest;
import io.banyan.v1.CancelRequest;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.EstimateRequest;
import io.banyan.v1.ExplainRequest;
import io.banyan.v1.FindRequest;
import io.banyan.v1.GetPropertiesRequest;
import io.banyan.v1.GetStatusRequest;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.HierarchyGrpc;
import io.banyan.v1.HistoryRequest;
import io.banyan.v1.InfoRequest;
import io.banyan.v1.InstancesGrpc;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.MatchReply;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.MultiMatchRequest;
import io.banyan.v1.NodesRequest;
import io.banyan.v1.ParentFrame;
import io.banyan.v1.PartialCancelRequest;
import io.banyan.v1.ProvidersGrpc;
import io.banyan.v1.RemoveRequest;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.SetPropertyRequest;
import io.banyan.v1.SetStatusRequest;
import io.banyan.v1.ShrinkRequest;
import io.banyan.v1.SpawnRequest;
import io.banyan.v1.StatRequest;
import io.banyan.v1.StopRequest;
import io.banyan.v1.TreeRequest;
import io.banyan.v1.UpdateRequest;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which calls a daemon on a socket refuses to whom, and with which status. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class WhoMayCallTest {
    private final Token alice = Token.random();
    private final Token bob = Token.random();
    private final Token reader = Token.random();

    @TempDir
    private Path directory;

    private Daemon daemon;
    private EventLoops loops;
    private ManagedChannel channel;

    /** One call of a method, with as much of a request as it takes to be refused for who asks. */
    record Ask<Q>(MethodDescriptor<Q, ?> method, Q request) {
        Status.Code as(ManagedChannel channel, Optional<Token> token) {
            CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS);
            CallOptions with = token.<CallCredentials>map(BearerToken::new)
                    .map(options::withCallCredentials)
                    .orElse(options);
            try {
                ClientCalls.blockingUnaryCall(channel, method, with, request);
                return Status.Code.OK;
            } catch (StatusRuntimeException e) {
                return e.getStatus().getCode();
            }
        }

        @Override
        public String toString() {
            return method.getBareMethodName();
        }
    }

    private static List<Ask<?>> reads() {
        return List.of(
                new Ask<>(SchedulerGrpc.getExplainMethod(), ExplainRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getJobsMethod(), JobsRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getHistoryMethod(), HistoryRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getInfoMethod(), InfoRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getFindMethod(), FindRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getStatMethod(), StatRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getGetStatusMethod(), GetStatusRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getNodesMethod(), NodesRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getGetPropertiesMethod(), GetPropertiesRequest.getDefaultInstance()),
                new Ask<>(InstancesGrpc.getTreeMethod(), TreeRequest.getDefaultInstance()));
    }

    private static List<Ask<?>> changesOfJobs() {
        return List.of(
                new Ask<>(SchedulerGrpc.getMatchMethod(), MatchRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getMultiMatchMethod(), MultiMatchRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getUpdateMethod(), UpdateRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getGrowMethod(), GrowRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getShrinkMethod(), ShrinkRequest.getDefaultInstance()),
                new Ask<>(ProvidersGrpc.getEstimateMethod(), EstimateRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getCancelMethod(), CancelRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getPartialCancelMethod(), PartialCancelRequest.getDefaultInstance()),
                new Ask<>(InstancesGrpc.getSpawnMethod(), SpawnRequest.getDefaultInstance()));
    }

    private static List<Ask<?>> changesOfResources() {
        return List.of(
                new Ask<>(SchedulerGrpc.getAbandonMethod(), AbandonRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getSetStatusMethod(), SetStatusRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getSetPropertyMethod(), SetPropertyRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getAttachMethod(), AttachRequest.getDefaultInstance()),
                new Ask<>(SchedulerGrpc.getRemoveMethod(), RemoveRequest.getDefaultInstance()),
                new Ask<>(InstancesGrpc.getStopMethod(), StopRequest.getDefaultInstance()));
    }

    private static List<Ask<?>> all() {
        return List.of(reads(), changesOfJobs(), changesOfResources()).stream()
                .<Ask<?>>flatMap(List::stream)
                .toList();
    }

    private static List<Ask<?>> changes() {
        return List.of(changesOfJobs(), changesOfResources()).stream()
                .<Ask<?>>flatMap(List::stream)
                .toList();
    }

    @BeforeEach
    void start() throws Exception {
        state().create();
        add("alice", Role.USER, alice);
        add("bob", Role.USER, bob);
        add("monitor", Role.READER, reader);
        daemon = Daemon.start(
                DaemonConfig.of(state(), "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .build());
        loops = EventLoops.forClient();
        channel = Channels.forCalls(daemon.address(), loops);
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        loops.close();
        daemon.close();
    }

    private void add(String name, Role role, Token token) throws Exception {
        table().add(NamedToken.of(name, role, Optional.of(token), Optional.empty(), Optional.empty()));
    }

    private TokenTable table() {
        return new TokenTable(state().tokens());
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private Status.Code ask(Token token, Ask<?> ask) {
        return ask.as(channel, Optional.of(token));
    }

    private SchedulerGrpc.SchedulerBlockingStub as(Token token) {
        return SchedulerGrpc.newBlockingStub(channel).withCallCredentials(new BearerToken(token));
    }

    private long allocate(Token token) throws Exception {
        MatchReply reply = as(token)
                .match(MatchRequest.newBuilder()
                        .setJobspec(JobspecWriter.json(DaemonTest.nodes(1)))
                        .setOperation("allocate")
                        .build());
        return reply.getMatched().getJob();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whoHasNoTokenIsUnauthenticated(Ask<?> ask) {
        assertThat(ask.as(channel, Optional.empty())).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @ParameterizedTest
    @MethodSource("all")
    void whoHasAWrongTokenIsUnauthenticated(Ask<?> ask) {
        assertThat(ask(Token.random(), ask)).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aReaderIsDeniedEveryChange(Ask<?> ask) {
        assertThat(ask(reader, ask)).isEqualTo(Status.Code.PERMISSION_DENIED);
    }

    @ParameterizedTest
    @MethodSource("reads")
    void aReaderIsNotDeniedToLook(Ask<?> ask) {
        assertThat(ask(reader, ask)).isIn(Status.Code.OK, Status.Code.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @MethodSource("changesOfResources")
    void aUserIsDeniedEveryChangeOfResources(Ask<?> ask) {
        assertThat(ask(alice, ask)).isEqualTo(Status.Code.PERMISSION_DENIED);
    }

    @Test
    void anothersJobIsDenied() throws Exception {
        long job = allocate(alice);
        List<Ask<?>> asks = List.of(
                new Ask<>(
                        SchedulerGrpc.getCancelMethod(),
                        CancelRequest.newBuilder().setJob(job).build()),
                new Ask<>(
                        SchedulerGrpc.getInfoMethod(),
                        InfoRequest.newBuilder().setJob(job).build()),
                new Ask<>(
                        SchedulerGrpc.getFindMethod(),
                        FindRequest.newBuilder()
                                .setCriteria("jobid-alloc=" + job)
                                .build()),
                new Ask<>(
                        SchedulerGrpc.getGrowMethod(),
                        GrowRequest.newBuilder()
                                .setRequestId(UUID.randomUUID().toString())
                                .setJob(job)
                                .setJobspec(JobspecWriter.json(DaemonTest.nodes(1)))
                                .build()),
                new Ask<>(
                        SchedulerGrpc.getShrinkMethod(),
                        ShrinkRequest.newBuilder()
                                .setRequestId(UUID.randomUUID().toString())
                                .setJob(job)
                                .build()));
        for (Ask<?> ask : asks) {
            assertThat(ask(bob, ask)).as(ask.toString()).isEqualTo(Status.Code.PERMISSION_DENIED);
        }
        assertThat(as(bob).jobs(JobsRequest.getDefaultInstance()).getJobsList()).isEmpty();
        assertThat(ask(alice, asks.getFirst())).isEqualTo(Status.Code.OK);
    }

    @Test
    void aRevokedTokenIsUnauthenticatedWithinASecond() throws Exception {
        var jobs = new Ask<>(SchedulerGrpc.getJobsMethod(), JobsRequest.getDefaultInstance());
        assertThat(ask(alice, jobs)).isEqualTo(Status.Code.OK);
        table().revoke("alice");
        await().atMost(Duration.ofMinutes(1)).until(() -> ask(alice, jobs) == Status.Code.UNAUTHENTICATED);
        assertThat(ask(bob, jobs)).isEqualTo(Status.Code.OK);
    }

    @Test
    void ownersSurviveARestart() throws Exception {
        long job = allocate(alice);
        stop();
        daemon = Daemon.start(DaemonConfig.of(state(), "top", new Founded()).build());
        loops = EventLoops.forClient();
        channel = Channels.forCalls(daemon.address(), loops);
        var cancel = new Ask<>(
                SchedulerGrpc.getCancelMethod(),
                CancelRequest.newBuilder().setJob(job).build());
        assertThat(as(alice).jobs(JobsRequest.getDefaultInstance()).getJobs(0).getOwner())
                .isEqualTo("alice");
        assertThat(ask(bob, cancel)).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(ask(alice, cancel)).isEqualTo(Status.Code.OK);
    }

    @Test
    void noClientOpensASession() throws Exception {
        Map<String, Token> clients = Map.of("alice", alice, "owner", TokenFile.read(state().token()));
        clients.forEach((name, token) -> assertThat(opening(token)).as(name).isEqualTo(Status.Code.PERMISSION_DENIED));
    }

    private Status.Code opening(Token token) {
        var stub = HierarchyGrpc.newStub(channel).withCallCredentials(new BearerToken(token));
        var end = new CompletableFuture<Status.Code>();
        var toParent = stub.session(new StreamObserver<ParentFrame>() {
            @Override
            public void onNext(ParentFrame frame) {}

            @Override
            public void onError(Throwable error) {
                end.complete(Status.fromThrowable(error).getCode());
            }

            @Override
            public void onCompleted() {
                end.complete(Status.Code.OK);
            }
        });
        toParent.onNext(ChildFrame.getDefaultInstance());
        return end.join();
    }

    @Test
    void everyChangeAndEveryRefusalIsInTheAuditLogAndNoSecretIsAnywhere() throws Exception {
        long job = allocate(alice);
        var cancel = new Ask<>(
                SchedulerGrpc.getCancelMethod(),
                CancelRequest.newBuilder().setJob(job).build());
        ask(bob, cancel);
        ask(reader, cancel);
        ask(Token.random(), cancel);
        ask(alice, cancel);
        ask(alice, new Ask<>(SchedulerGrpc.getJobsMethod(), JobsRequest.getDefaultInstance()));
        Token owner = TokenFile.read(state().token());
        ask(owner, cancel);
        channel.shutdownNow();
        daemon.close();
        List<String> lines = Files.readAllLines(state().audit());
        assertThat(lines).hasSize(6).allMatch(line -> line.contains("\"request\":\""));
        assertThat(lines.get(0))
                .contains("\"who\":\"alice\"", "\"what\":\"Scheduler/Match\"", "\"job\":" + job, "done");
        assertThat(lines.get(1)).contains("\"who\":\"bob\"", "\"outcome\":\"forbidden\"", "\"job\":" + job);
        assertThat(lines.get(2)).contains("\"who\":\"monitor\"", "\"role\":\"reader\"", "\"outcome\":\"forbidden\"");
        assertThat(lines.get(3)).contains("\"outcome\":\"unauthenticated\"", "\"from\":\"127.0.0.1:");
        assertThat(lines.get(4)).contains("\"who\":\"alice\"", "\"by\":\"token\"", "\"outcome\":\"done\"");
        assertThat(lines.get(5)).contains("\"who\":\"owner\"", "\"by\":\"owner-token\"");
        for (Token secret : List.of(alice, bob, reader, owner)) {
            assertThat(filesWith(text(secret))).isSubsetOf("token");
        }
    }

    private static String text(Token secret) {
        var text = new StringWriter();
        TokenFile.print(secret, new PrintWriter(text, true));
        return text.toString().strip();
    }

    private List<String> filesWith(String secret) throws Exception {
        try (Stream<Path> files = Files.walk(state().path())) {
            List<String> found = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(secret)) {
                    found.add(file.getFileName().toString());
                }
            }
            return found;
        }
    }

    @Test
    void whoCallsTooOftenIsToldWhenToComeBack() throws Exception {
        stop();
        daemon = Daemon.start(DaemonConfig.of(state(), "top", new Founded())
                .secured(new SecurityConfig(Optional.empty(), false, false, 5, 1 << 20, Optional.empty()))
                .build());
        loops = EventLoops.forClient();
        channel = Channels.forCalls(daemon.address(), loops);
        try (BanyanClient client = BanyanClient.connect(daemon.address(), alice)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 50; i++) {
                            client.stat();
                        }
                    })
                    .isInstanceOfSatisfying(ClientException.class, e -> {
                        assertThat(e.failure()).isEqualTo(Failure.OVERLOADED);
                        assertThat(e).hasMessageContaining("'alice' exceeds its rate of calls; try again in");
                        assertThat(Failure.retryAfterMillis(e.getCause())).isPresent();
                    });
        }
        try (BanyanClient other = BanyanClient.connect(daemon.address(), bob)) {
            other.stat();
        }
    }
}
