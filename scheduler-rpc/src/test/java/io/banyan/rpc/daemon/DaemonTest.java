package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.explain.Explanation;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.wire.Failure;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A daemon on a socket of this machine. */
@Execution(ExecutionMode.CONCURRENT)
class DaemonTest {

    @TempDir
    Path directory;

    @Test
    void answersTheClientWithTheTokenOfItsStateDirectory() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
            RequestOutcome<Answer.Matched> outcome = client.match(allocate(nodes(1)));
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            RequestOutcome.Done.class,
                            done -> assertThat(done.answer().toString()).contains("ALLOCATED"));
            assertThat(client.jobs(new JobRead.Jobs(false)).jobs()).hasSize(1);
            assertThat(client.tree().root().address())
                    .isEqualTo(daemon.address().toString());
        }
        assertThat(state().address()).doesNotExist();
    }

    @Test
    void refusesAWrongToken() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.connect(daemon.address(), Token.random())) {
            assertThatThrownBy(client::stat).isInstanceOfSatisfying(ClientException.class, e -> {
                assertThat(e.failure()).isEqualTo(Failure.UNAUTHENTICATED);
                assertThat(e).hasMessageContaining("does not know this token");
            });
        }
    }

    /** A daemon that ended, or waits elsewhere, leaves a port that anybody may get. */
    @Test
    void aStrangerInThePlaceOfOneOfSeveralHidesNotTheOneThatLeads() throws Exception {
        var elsewhere = new StateDirectory(directory.resolve("stranger"));
        DaemonConfig strange =
                DaemonConfig.of(elsewhere, "stranger", GraphFile.of(graph())).build();
        try (Daemon stranger = Daemon.start(strange);
                Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.connect(
                        List.of(stranger.address(), daemon.address()),
                        TokenFile.read(state().token()),
                        Duration.ofSeconds(30))) {
            assertThat(client.tree().root().address())
                    .isEqualTo(daemon.address().toString());
        }
    }

    @Test
    void saysNoWithReasons() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
            assertThat(client.match(allocate(nodes(100))))
                    .isInstanceOfSatisfying(
                            RequestOutcome.Refused.class,
                            refused -> assertThat(refused.refusal().reasons().toString())
                                    .contains("node"));
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void explainsWhyAJobDoesNotStart() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
            Explanation explanation =
                    client.explain(new JobRead.Explain(nodes(100))).explanation();
            assertThat(explanation.start()).isInstanceOf(Explanation.Start.Never.class);
            assertThat(explanation.levels().getFirst().requirement()).isEqualTo("slot");
            assertThat(client.jobs(new JobRead.Jobs(true)).jobs()).isEmpty();
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void theTokenFileIsForItsOwnerOnly() throws Exception {
        try (Daemon daemon = Daemon.start(config())) {
            assertThat(daemon.isOver()).isFalse();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state().token())))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aSecondDaemonOnTheSameDirectoryIsRefused() throws Exception {
        try (Daemon daemon = Daemon.start(config())) {
            assertThat(daemon.isOver()).isFalse();
            assertThatThrownBy(() -> Daemon.start(config()))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("Another daemon runs on the state directory");
            assertThat(state().address()).exists();
        }
    }

    @Test
    void aPortInUseIsOneClearSentence() throws Exception {
        try (Daemon daemon = Daemon.start(config())) {
            DaemonConfig second = DaemonConfig.of(
                            new StateDirectory(directory.resolve("second")), "second", GraphFile.of(graph()))
                    .listen(daemon.address())
                    .build();
            assertThatThrownBy(() -> Daemon.start(second))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("Port " + daemon.address().port() + " on 127.0.0.1 is already in use.");
        }
    }

    @Test
    void nothingBehindAnAddressIsOneClearSentence() throws Exception {
        Address nobody;
        try (Daemon daemon = Daemon.start(config())) {
            nobody = daemon.address();
        }
        try (BanyanClient client = BanyanClient.connect(nobody, Token.random())) {
            assertThatThrownBy(client::stat)
                    .isInstanceOf(ClientException.class)
                    .hasMessageStartingWith("No daemon answers at " + nobody);
        }
    }

    @Test
    void healthIsOpenOnLoopbackAndReflectionIsNot() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                EventLoops loops = EventLoops.forClient()) {
            ManagedChannel channel = Channels.forCalls(daemon.address(), loops);
            try {
                var health = HealthGrpc.newBlockingStub(channel).check(HealthCheckRequest.getDefaultInstance());
                assertThat(health.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
                var refused = new CompletableFuture<Failure>();
                var reflection = ServerReflectionGrpc.newStub(channel)
                        .serverReflectionInfo(new StreamObserver<ServerReflectionResponse>() {
                            @Override
                            public void onNext(ServerReflectionResponse response) {}

                            @Override
                            public void onError(Throwable error) {
                                refused.complete(Failure.in(error));
                            }

                            @Override
                            public void onCompleted() {}
                        });
                assertThat(reflection).isNotNull();
                assertThat(refused.get(10, TimeUnit.SECONDS)).isEqualTo(Failure.UNAUTHENTICATED);
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void healthIsReportedForEachServiceByNameAndWatchIsAsOpenAsCheck() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                EventLoops loops = EventLoops.forClient()) {
            ManagedChannel channel = Channels.forCalls(daemon.address(), loops);
            try {
                HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(channel);
                for (String service : List.of("", "banyan.v1.Scheduler", "banyan.v1.Queue", "banyan.v1.Hierarchy")) {
                    var asked =
                            HealthCheckRequest.newBuilder().setService(service).build();
                    assertThat(health.check(asked).getStatus())
                            .as(service)
                            .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
                    var watched = health.withDeadlineAfter(20, TimeUnit.SECONDS).watch(asked);
                    assertThat(watched.next().getStatus())
                            .as(service)
                            .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
                }
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void reflectionAnswersAsV1AndAsV1Alpha() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                EventLoops loops = EventLoops.forClient()) {
            ManagedChannel channel = Channels.forCalls(daemon.address(), loops);
            try {
                CallOptions owner = CallOptions.DEFAULT
                        .withDeadlineAfter(20, TimeUnit.SECONDS)
                        .withCallCredentials(new BearerToken(TokenFile.read(state().token())));
                var asked =
                        ServerReflectionRequest.newBuilder().setListServices("").build();
                var answers = ClientCalls.blockingServerStreamingCall(
                        channel,
                        ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
                                .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                                .build(),
                        owner,
                        asked);
                assertThat(answers.next().getListServicesResponse().toString()).contains("banyan.v1.Scheduler");
                var oldAsked = io.grpc.reflection.v1alpha.ServerReflectionRequest.newBuilder()
                        .setListServices("")
                        .build();
                var oldAnswers = ClientCalls.blockingServerStreamingCall(
                        channel,
                        io.grpc.reflection.v1alpha.ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
                                .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                                .build(),
                        owner,
                        oldAsked);
                assertThat(oldAnswers.next().getListServicesResponse().toString())
                        .contains("banyan.v1.Scheduler");
            } finally {
                channel.shutdownNow();
            }
        }
    }

    @Test
    void anUnknownTypeIsRefusedByNameAndLeavesTheDaemonUnharmed() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
            Jobspec unknown = JobspecReader.read("""
                    {"version": 9999, "resources": [{"type": "unicorn", "count": 1}], "tasks": [],
                     "attributes": {"system": {"duration": 60}}}""", "test");
            assertThat(client.match(allocate(unknown)))
                    .isInstanceOf(RequestOutcome.Refused.class)
                    .asString()
                    .contains("unicorn");
            assertThat(client.stat().matched()).isZero();
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void aStartThatFailsLeavesNothingBehind() throws Exception {
        try (Daemon daemon = Daemon.start(config())) {
            for (DaemonConfig wrong : List.of(
                    failing(GraphFile.of(directory.resolve("nowhere.json"))).build(),
                    failing(GraphFile.of(Files.writeString(
                                    directory.resolve("empty.json"), "{\"graph\": {\"nodes\": [], \"edges\": []}}")))
                            .build(),
                    failing(GraphFile.of(graph())).listen(daemon.address()).build(),
                    failing(GraphFile.of(graph()))
                            .asking(GrowOrder.PARENT_FIRST, List.of(ProviderSpec.parse("file=nowhere.json")))
                            .build())) {
                assertThatThrownBy(() -> Daemon.start(wrong)).isInstanceOf(DaemonException.class);
                assertThat(wrong.state().path()).doesNotExist();
            }
        }
    }

    private DaemonConfig.Builder failing(GraphFile source) {
        return DaemonConfig.of(new StateDirectory(directory.resolve("failing")), "failing", source);
    }

    @Test
    void whatWasThereBeforeAFailedStartIsThereAfterwards() throws Exception {
        StateDirectory before = state();
        before.create();
        DaemonConfig wrong = DaemonConfig.of(before, "top", GraphFile.of(graph()))
                .asking(GrowOrder.PARENT_FIRST, List.of(ProviderSpec.parse("file=nowhere.json")))
                .build();
        assertThatThrownBy(() -> Daemon.start(wrong)).isInstanceOf(DaemonException.class);
        assertThat(before.path()).isEmptyDirectory();
        Daemon.start(config()).close();
        assertThat(before.path().toFile().list()).containsExactlyInAnyOrder("token", "journal.db", "last-address");
    }

    @Test
    void aStateDirectoryThatOthersCanWriteToIsRefused() throws Exception {
        StateDirectory open = state();
        open.create();
        Files.setPosixFilePermissions(open.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> Daemon.start(config()))
                .isInstanceOf(DaemonException.class)
                .hasMessage("The state directory " + open.path()
                        + " is writable by users other than its owner (rwxrwxrwx), and its files give access to the daemon."
                        + "\nMaybe: chmod 700 " + open.path());
        assertThat(open.path()).isEmptyDirectory();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aStateDirectoryThatCannotBeMadeIsRefusedWithTheReason() {
        DaemonConfig nowhere = DaemonConfig.of(new StateDirectory(Path.of("/proc/1/x")), "top", GraphFile.of(graph()))
                .build();
        assertThatThrownBy(() -> Daemon.start(nowhere))
                .isInstanceOf(DaemonException.class)
                .hasMessageStartingWith("The state directory /proc/1/x cannot be created: ")
                .hasMessageEndingWith(".")
                .message()
                .isNotEqualTo("The state directory /proc/1/x cannot be created: /proc/1/x.");
    }

    @Test
    void anOptionThatASpawnedInstanceDoesNotHaveCostsNoJob() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
            for (Map<String, String> wrong : List.of(Map.of("colour", "red"), Map.of("policy", "best"))) {
                assertThatThrownBy(() -> client.spawn(new Request.Spawn(nodes(1), "child", wrong)))
                        .isInstanceOfSatisfying(
                                ClientException.class,
                                e -> assertThat(e.failure()).isEqualTo(Failure.INVALID));
            }
            assertThat(client.jobs(new JobRead.Jobs(true)).jobs()).isEmpty();
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void aNameThatCannotBePartOfAPathIsRefusedBeforeAnythingStarts() {
        assertThatThrownBy(() -> DaemonConfig.of(state(), "a/b", GraphFile.of(graph())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a/b'");
        assertThatThrownBy(() -> ProviderSpec.parse("file=pool.json,name=a/b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a/b'");
        assertThat(state().path()).doesNotExist();
    }

    @Test
    void whatAnEarlierDaemonLeftBehindIsKilledAtTheStartAndNothingElse() throws Exception {
        Process child = new ProcessBuilder("sleep", "600").start();
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            StateDirectory left = state().child(new JobId(1));
            left.create();
            Files.createFile(state().forgetful());
            Files.writeString(left.pid(), child.pid() + "\n");
            Files.writeString(directory.resolve("pid"), stranger.pid() + "\n");
            try (Daemon daemon = Daemon.start(config())) {
                assertThat(child.isAlive()).isFalse();
                assertThat(stranger.isAlive()).isTrue();
                assertThat(daemon.isOver()).isFalse();
            }
        } finally {
            child.destroyForcibly();
            stranger.destroyForcibly();
        }
    }

    @Test
    void aSignalWhileItStartsStopsItAndItsFilesGoWithIt() throws Exception {
        List<String> words = new ArrayList<>(DaemonProcess.command().prefix());
        words.addAll(List.of("start", "--name", "top", "--graph", graph().toString()));
        words.addAll(List.of("--state", state().path().toString()));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(state().pid()));
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("ended by SIGTERM").isEqualTo(143);
            assertThat(state().pid()).doesNotExist();
            assertThat(state().address()).doesNotExist();
            assertThat(state().lock()).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void stopsWhenAClientAsksItTo() throws Exception {
        try (Daemon daemon = Daemon.start(config());
                BanyanClient client = BanyanClient.ofStateDirectory(state().path())) {
            client.stop();
            await().until(daemon::isOver);
        }
    }

    private DaemonConfig config() {
        return DaemonConfig.of(state(), "top", GraphFile.of(graph())).build();
    }

    @Test
    void aDirectoryThatIsThereForSomethingElseIsNotTaken() throws Exception {
        Files.createDirectories(state().path());
        Files.setPosixFilePermissions(state().path(), PosixFilePermissions.fromString("rwx------"));
        Files.createDirectory(state().path().resolve("lost+found"));
        Path thesis = Files.writeString(state().path().resolve("thesis.tex"), "!");
        assertThatThrownBy(() -> Daemon.start(config()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("contains files ('thesis.tex') that are not a daemon's");
        assertThat(state().token()).doesNotExist();
        Files.delete(thesis);
        Daemon.start(config()).close();
    }

    @Test
    void aPipeIsNoGraph() throws Exception {
        Path pipe = directory.resolve("pipe.graphml");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> Daemon.start(
                        DaemonConfig.of(state(), "top", GraphFile.of(pipe)).build()))
                .hasMessageContaining("is not a readable graph file");
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private static Path graph() {
        return Path.of("..", "resource-graphs", "small.graphml")
                .toAbsolutePath()
                .normalize();
    }

    private static JobRequest.Match allocate(Jobspec jobspec) {
        return new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "test");
    }

    static Jobspec nodes(int count) throws Exception {
        return nodes(count, 3600);
    }

    static Jobspec nodes(int count, int seconds) throws Exception {
        return JobspecReader.read("""
                version: 9999
                resources:
                  - type: slot
                    count: %d
                    label: default
                    with:
                      - type: node
                        count: 1
                tasks:
                  - command: [app]
                    slot: default
                    count: {per_slot: 1}
                attributes: {system: {duration: %d}}
                """.formatted(count, seconds), "test");
    }
}
