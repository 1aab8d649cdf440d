package io.banyan.rpc.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.GraphFiles;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.BorrowedPart;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.HierarchyGrpc;
import io.banyan.v1.ParentFrame;
import io.banyan.v1.Register;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.StatRequest;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeTest {
    private InProcessTree top;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        top = InProcessTree.root(GraphFiles.load(Path.of("..", "resource-graphs", "small.graphml")));
    }

    @AfterEach
    void stopAll() {
        top.close();
    }

    @Test
    void aGrowClimbsTwoLevelsAndItsShrinkToo() throws Exception {
        InProcessTree child = spawn(top, 1);
        InProcessTree leaf = spawn(child, 1);
        long free = freeNodes(top);
        String id = UUID.randomUUID().toString();
        InProcessTree.Heard heard = leaf.asked(new Request.Grow(id, Optional.empty(), nodes(2), 10_000));
        assertThat(heard.answer())
                .isInstanceOfSatisfying(
                        Answer.Grown.class,
                        grown -> assertThat(grown.grant().source().level()).isEqualTo("/"));
        assertThat(heard.timings()).extracting(LevelTiming::level).containsExactly("/1/1", "/1", "/");
        assertThat(heard.timings().get(2).communicationNanos()).isZero();
        assertThat(freeNodes(top)).isEqualTo(free - 2);
        assertThat(freeNodes(leaf)).isEqualTo(3);
        leaf.ask(new Request.Shrink(UUID.randomUUID().toString(), new ShrinkTarget.ByGrow(id)));
        assertThat(freeNodes(top)).isEqualTo(free);
        assertThat(freeNodes(leaf)).isEqualTo(1);
    }

    @Test
    void whatIsRevokedComesFromTwoLevelsBelowAndTheRestIsToldWhy() throws Exception {
        InProcessTree child = spawn(top, 3);
        spawn(child, 2);
        long free = freeNodes(top);

        var reclaim = new Request.Reclaim("r1", new JobId(1), RevokeTarget.ByCounts.of(Map.of("node", 4L)), 0, false);
        assertThat(top.ask(reclaim)).isInstanceOfSatisfying(Answer.Reclaimed.class, answer -> {
            assertThat(answer.paths()).hasSize(3);
            assertThat(answer.why()).startsWith("of 4 node requested, only 3 could be returned");
        });
        assertThat(freeNodes(top)).isEqualTo(free + 3);
    }

    @Test
    void aSmallGrowIsHandledByTheAgentAndByTheThreadsThatBringItAndByNoOther() throws Exception {
        InProcessTree child = spawn(top, 1);
        InProcessTree leaf = spawn(child, 1);
        int before = top.handOffs() + child.handOffs();
        Answer grown = leaf.ask(new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), nodes(2), 10_000));
        assertThat(grown).isInstanceOf(Answer.Grown.class);
        assertThat(top.handOffs() + child.handOffs()).isEqualTo(before);
    }

    @Test
    void aRefusedGrowBringsTheReasonsOfEveryLevel() throws Exception {
        InProcessTree leaf = spawn(spawn(top, 1), 1);
        Answer answer = leaf.ask(new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), nodes(50), 10_000));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.reasons())
                                .extracting(reasons -> reasons.level())
                                .contains("/1/1", "/1", "/"));
    }

    @Test
    void theTreeTellsWhatWasGrantedAndWhatIsLost() throws Exception {
        InProcessTree child = spawn(top, 1);
        leafGrows(spawn(child, 1));
        assertThat(top.summary("/").parts()).isEmpty();
        await().untilAsserted(() ->
                assertThat(top.summary("/1/1").parts().get("node")).isEqualTo(new BorrowedPart(2, 0, 0)));
        assertThat(top.summary("/1").parts().get("node")).isEqualTo(new BorrowedPart(2, 0, 0));
        child.deafen();
        await().untilAsserted(
                        () -> assertThat(top.summary("/1").parts().get("node")).isEqualTo(new BorrowedPart(2, 0, 3)));
    }

    private static void leafGrows(InProcessTree leaf) throws Exception {
        Answer grown = leaf.ask(new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), nodes(2), 10_000));
        assertThat(grown).isInstanceOf(Answer.Grown.class);
    }

    @Test
    void aChildComesBackWhenItsParentListensAgain() throws Exception {
        InProcessTree child = spawn(top, 1);
        top.deafen();
        await().until(() -> stateOf(new JobId(1)) == ChildState.LOST);
        top.listen();
        await().atMost(60, TimeUnit.SECONDS).until(() -> stateOf(new JobId(1)) == ChildState.LIVE);
        Answer answer = child.ask(new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), nodes(1), 10_000));
        assertThat(answer).isInstanceOf(Answer.Grown.class);
    }

    @Test
    void aCutOffInstanceGrowsWhenTheLinkIsBack() throws Exception {
        InProcessTree child = spawn(top, 1);
        top.deafen();
        var grow = new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), nodes(1), 20_000);
        var later = CompletableFuture.supplyAsync(() -> child.ask(grow));
        top.listen();
        assertThat(later.get(25, TimeUnit.SECONDS)).isInstanceOf(Answer.Grown.class);
    }

    @Test
    void aChildsCredentialIsGoodForItsOwnSessionOnly() throws Exception {
        Token credential = top.credentials.issue(new JobId(7));
        assertThat(registering(new JobId(8), 1, credential)).isEqualTo(Failure.FORBIDDEN);
        assertThat(registering(new JobId(7), 1, top.token)).isEqualTo(Failure.FORBIDDEN);
        assertThat(registering(new JobId(7), 1, Token.random())).isEqualTo(Failure.UNAUTHENTICATED);
        ManagedChannel channel = top.channel();
        try {
            var stub = SchedulerGrpc.newBlockingStub(channel).withCallCredentials(new BearerToken(credential));
            assertThat(failureOf(() -> stub.stat(StatRequest.getDefaultInstance())))
                    .isEqualTo(Failure.FORBIDDEN);
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void theCredentialOfAJobThatHasEndedIsRefused() {
        Token credential = top.credentials.issue(new JobId(7));
        top.credentials.revoke(new JobId(7));
        assertThat(registering(new JobId(7), 1, credential)).isEqualTo(Failure.UNAUTHENTICATED);
    }

    @Test
    void anotherVersionOfTheProtocolIsRefused() {
        Token credential = top.credentials.issue(new JobId(7));
        assertThat(registering(new JobId(7), 2, credential)).isEqualTo(Failure.INCOMPATIBLE);
    }

    private Failure registering(JobId job, int protocol, Token credential) {
        ManagedChannel channel = top.channel();
        var end = new CompletableFuture<Failure>();
        try {
            var toParent = HierarchyGrpc.newStub(channel)
                    .withCallCredentials(new BearerToken(credential))
                    .session(new StreamObserver<ParentFrame>() {
                        @Override
                        public void onNext(ParentFrame frame) {}

                        @Override
                        public void onError(Throwable error) {
                            end.complete(Failure.in(error));
                        }

                        @Override
                        public void onCompleted() {
                            end.completeExceptionally(new AssertionError("the session was not refused"));
                        }
                    });
            toParent.onNext(ChildFrame.newBuilder()
                    .setRegister(Register.newBuilder()
                            .setProtocol(protocol)
                            .setJob(job.value())
                            .setName("stranger"))
                    .build());
            return end.orTimeout(10, TimeUnit.SECONDS).join();
        } finally {
            channel.shutdownNow();
        }
    }

    private static Failure failureOf(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            return Failure.in(e);
        }
        throw new AssertionError("the call was not refused");
    }

    private ChildState stateOf(JobId job) {
        return ((Answer.Tree) top.ask(new Request.Tree()))
                .root().children().stream()
                        .filter(line -> line.path().equals("/" + job))
                        .findFirst()
                        .orElseThrow()
                        .state();
    }

    private static long freeNodes(InProcessTree tree) {
        return ((Answer.Stat) tree.ask(new Request.Stat()))
                .statistics()
                .amounts()
                .get("node")
                .free();
    }

    private static InProcessTree spawn(InProcessTree at, int nodes) throws Exception {
        Answer answer = at.ask(new Request.Spawn(nodes(nodes), "child", Map.of()));
        assertThat(answer).isInstanceOf(Answer.Spawned.class);
        return at.children.get(((Answer.Spawned) answer).job().id());
    }

    private static Jobspec nodes(int count) throws Exception {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "node", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""".formatted(count), "test");
    }
}
