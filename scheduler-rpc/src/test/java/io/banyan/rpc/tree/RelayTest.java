package io.banyan.rpc.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.InstanceHeader;
import io.banyan.v1.CancelRequest;
import io.banyan.v1.FindRequest;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.SetStatusRequest;
import io.banyan.v1.StatRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients of the root ask instances below it, over the sessions. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class RelayTest {
    private final Token alice = Token.random();
    private final Token bob = Token.random();
    private final Token reader = Token.random();
    private final List<ManagedChannel> channels = new ArrayList<>();

    @TempDir
    private Path directory;

    private InProcessTree top;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        var table = new TokenTable(directory.resolve("tokens"));
        table.add(NamedToken.of("alice", Role.USER, Optional.of(alice), Optional.empty(), Optional.empty()));
        table.add(NamedToken.of("bob", Role.USER, Optional.of(bob), Optional.empty(), Optional.empty()));
        table.add(NamedToken.of("carol", Role.READER, Optional.of(reader), Optional.empty(), Optional.empty()));
        top = InProcessTree.root(GraphFiles.load(Path.of("..", "resource-graphs", "small.graphml")), directory);
    }

    @AfterEach
    void stopAll() {
        channels.forEach(ManagedChannel::shutdownNow);
        top.close();
    }

    @Test
    void anInstanceTwoLevelsDownIsAskedThroughTheRoot() throws Exception {
        InProcessTree child = spawn(top, 3);
        spawn(child, 2);
        assertThat(nodes(top.token, "/1/1")).isEqualTo(2);
        assertThat(nodes(top.token, "/1")).isEqualTo(3);
        assertThat(nodes(top.token, "/")).isEqualTo(8);
    }

    @Test
    void whatIsNotThereIsSaidByTheInstanceThatKnows() throws Exception {
        spawn(top, 3);
        assertRefused(() -> nodes(top.token, "/1/7"), Failure.NOT_FOUND, "there is no instance /1/7");
        assertRefused(() -> nodes(top.token, "/2"), Failure.NOT_FOUND, "there is no instance /2");
        assertRefused(() -> nodes(top.token, "/1/"), Failure.INVALID, "must be specified by a path of job ids");
        assertRefused(
                () -> stub(top.token, "/1")
                        .cancel(CancelRequest.newBuilder().setJob(9).build()),
                Failure.NOT_FOUND,
                "there is no job 9 here");
    }

    @Test
    void aUserIsTheMasterOfTheInstancesInHisJobsAndComesIntoNoOthers() throws Exception {
        spawnAs("alice", top, 2);
        stub(alice, "/1").match(oneNode());
        assertThat(stub(alice, "/1").grow(grow()).hasGrown()).isTrue();
        assertRefused(() -> nodes(bob, "/1"), Failure.FORBIDDEN, "runs in a job of another user");
        assertRefused(() -> stub(bob, "/1").match(oneNode()), Failure.FORBIDDEN, "another user");
        assertRefused(
                () -> stub(alice, "/").setStatus(SetStatusRequest.getDefaultInstance()),
                Failure.FORBIDDEN,
                "requires the role admin");
    }

    @Test
    void aReaderReadsEverywhereAndChangesNothing() throws Exception {
        spawnAs("alice", top, 2);
        assertThat(nodes(reader, "/1")).isEqualTo(2);
        assertRefused(() -> stub(reader, "/1").match(oneNode()), Failure.FORBIDDEN, "'carol' has the role reader");
        assertThat(stub(top.token, "/1").jobs(JobsRequest.getDefaultInstance()).getJobsCount())
                .isZero();
    }

    @Test
    void aJobIsItsSubmittersWhereverItRuns() throws Exception {
        spawnAs("alice", top, 2);
        stub(alice, "/1").match(oneNode());
        assertThat(stub(top.token, "/1")
                        .jobs(JobsRequest.getDefaultInstance())
                        .getJobs(0)
                        .getOwner())
                .isEqualTo("alice");
    }

    @Test
    void aChangeIsWrittenDownWhereItIsMadeAndWhereItCameIn() throws Exception {
        spawnAs("alice", top, 2);
        stub(alice, "/1").match(oneNode());
        top.close();
        assertThat(Files.readString(directory.resolve("1").resolve("audit.log")))
                .contains(
                        "\"who\":\"alice\"",
                        "\"by\":\"relay\"",
                        "\"through\":\"/\"",
                        "\"what\":\"Scheduler/Match\"",
                        "\"job\":1",
                        "\"outcome\":\"done\"");
        assertThat(Files.readString(directory.resolve("audit.log")))
                .contains(
                        "\"who\":\"alice\"", "\"by\":\"token\"", "\"instance\":\"/1\"", "\"what\":\"Scheduler/Match\"");
    }

    @Test
    void aCallThatWaitsForAChildThatGoesAwayEndsWithOneSentence() throws Exception {
        InProcessTree child = spawn(top, 1);
        InProcessTree leaf = spawn(child, 1);
        child.deafen();
        await().until(() -> isLost(child));
        assertRefused(() -> nodes(top.token, "/1/1"), Failure.UNREACHABLE, "instance /1/1 is lost: ");
        assertThat(leaf.ask(new Request.Stat())).isInstanceOf(Answer.Stat.class);
    }

    @Test
    void aWholeGraphPassesAsAnAnswer() throws Exception {
        InProcessTree child = spawn(top, 8);
        var all = new Request.Find("status=up", MatchFormat.JGF);
        String below = stub(top.token, "/1")
                .find(FindRequest.newBuilder()
                        .setCriteria(all.criteria())
                        .setFormat("jgf")
                        .build())
                .getResources();
        assertThat(below).isEqualTo(((Answer.Found) child.ask(all)).resources());
    }

    private static void assertRefused(ThrowingCallable call, Failure failure, String sentence) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StatusRuntimeException.class, e -> {
            assertThat(Failure.in(e)).isEqualTo(failure);
            assertThat(e.getStatus().getDescription()).contains(sentence);
            assertThat(e.getStatus().getCode()).isNotEqualTo(Status.Code.UNKNOWN);
        });
    }

    private static boolean isLost(InProcessTree tree) {
        return ((Answer.Tree) tree.ask(new Request.Tree()))
                .root().children().stream().allMatch(line -> line.state() == ChildState.LOST);
    }

    private long nodes(Token token, String path) {
        return stub(token, path).stat(StatRequest.getDefaultInstance()).getAmountsList().stream()
                .filter(amount -> amount.getType().equals("node"))
                .findFirst()
                .orElseThrow()
                .getTotal();
    }

    private SchedulerGrpc.SchedulerBlockingStub stub(Token token, String path) {
        ManagedChannel channel = top.channel();
        channels.add(channel);
        var headers = new Metadata();
        headers.put(InstanceHeader.KEY, path);
        return SchedulerGrpc.newBlockingStub(channel)
                .withCallCredentials(new BearerToken(token))
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    private static MatchRequest oneNode() throws Exception {
        return MatchRequest.newBuilder()
                .setJobspec(JobspecWriter.json(jobspec(1)))
                .setOperation("allocate")
                .build();
    }

    private static GrowRequest grow() throws Exception {
        return GrowRequest.newBuilder()
                .setRequestId(UUID.randomUUID().toString())
                .setJobspec(JobspecWriter.json(jobspec(2)))
                .build();
    }

    private static InProcessTree spawn(InProcessTree at, int nodes) throws Exception {
        return spawnAs("owner", at, nodes);
    }

    private static InProcessTree spawnAs(String owner, InProcessTree at, int nodes) throws Exception {
        var spawn = new Request.Spawn(jobspec(nodes), "child", Map.of());
        Answer answer = at.asked(new Principal(owner, Role.USER), spawn).answer();
        assertThat(answer).isInstanceOf(Answer.Spawned.class);
        return at.children.get(((Answer.Spawned) answer).job().id());
    }

    private static Jobspec jobspec(int count) throws Exception {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "node", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""".formatted(count), "test");
    }
}
