package io.banyan.rpc.wire.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.StatusAt;
import io.banyan.instance.message.value.StatusNews;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.Subgraphs;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.Chunk;
import io.banyan.v1.ParentFrame;
import io.banyan.v1.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final LevelReasons NO = new LevelReasons(
            "/3", "local", List.of(new Reason("node", 8, 3, "are free (5 busy)"), Reason.said("no capacity")));

    private static final StatusNews NEWS = new StatusNews(
            3,
            7,
            Stream.of(Status.values())
                    .map(status -> new StatusAt("/cluster0/" + status, status))
                    .toList());

    @Test
    void everyMessageUpIsReadAsItWasWritten() throws Exception {
        var line = new InstanceSummary(
                "/3", "leaf", "127.0.0.1:1", ChildState.LOST, Map.of("core", new Amount(8, 3)), 1, 2, 3, List.of());
        List<UpMessage> messages = List.of(
                new UpMessage.Register(new JobId(3), "child", "127.0.0.1:7", true, List.of("a", "b")),
                new UpMessage.Grow("id", JobspecReader.read(jobspec(), "test"), 7, 1234),
                new UpMessage.Return("r", List.of(new Parcel("g", List.of("/cluster0/node1")))),
                new UpMessage.Heartbeat(
                        new InstanceSummary("/", "top", "", ChildState.LIVE, Map.of(), 0, 0, 0, List.of(line))),
                new UpMessage.Statuses(NEWS),
                new UpMessage.AskStatuses(),
                new UpMessage.GiveUp("id"),
                new UpMessage.Revoked("v", "in use by job 1"),
                new UpMessage.Leave("done"),
                new UpMessage.Leave("done", false));
        var reader = new ChildFrames();
        for (UpMessage message : messages) {
            List<ChildFrame> frames = ChildFrames.write(message);
            assertThat(frames).hasSize(1);
            assertThat(reader.read(frames.get(0))).contains(message);
        }
    }

    @Test
    void everyMessageDownIsReadAsItWasWritten() throws Exception {
        Subgraph subgraph = Subgraphs.cluster(2, 2);
        var timings = List.of(new LevelTiming("/3", 1, 2, 3), new LevelTiming("/", 4, 0, 0));
        List<Down> messages = List.of(
                down(new DownMessage.Registered("/3", subgraph, new TimeWindow(1, 2), 5000)),
                down(new DownMessage.RegisterRefused("no such job")),
                new Down(
                        new DownMessage.Granted(
                                new Grant("id", subgraph, new GrantSource("/", Optional.of("ec2"))), "0af3"),
                        timings),
                down(new DownMessage.Granted(
                        new Grant("!offer!3!1/", subgraph, new GrantSource("/", Optional.empty())),
                        "",
                        Optional.of(JobspecReader.read(jobspec(), "test")))),
                down(new DownMessage.GrowRefused("id", "0af3", List.of(NO))),
                down(new DownMessage.Freed(
                        "r", List.of(new Unreleased("/3", "ec2", "g", List.of("i-1", "i-2"), "the API is down")))),
                down(new DownMessage.Statuses(NEWS)),
                down(new DownMessage.AskStatuses()),
                down(new DownMessage.Revoke(
                        "v", RevokeTarget.ByCounts.of(Map.of("node", 2L, "gpu", 1L)), UseRule.AWAIT, 500)),
                down(new DownMessage.Revoke("v!0", new RevokeTarget.ByPaths(List.of("/a", "/b")), UseRule.CANCEL, 0)),
                down(new DownMessage.HeartbeatSeen()),
                down(new DownMessage.Stop()),
                down(new DownMessage.LeaveSeen()));
        var reader = new ParentFrames();
        for (Down message : messages) {
            List<ParentFrame> frames = ParentFrames.write(message);
            assertThat(frames).hasSize(1);
            assertThat(reader.read(frames.get(0))).contains(message);
        }
    }

    @Test
    void aGrantThatIsPassedOnIsNotWrittenAgain() throws Exception {
        var grant = new Grant("id", Subgraphs.cluster(2, 2), new GrantSource("/", Optional.empty()));
        ParentFrame written =
                ParentFrames.write(down(new DownMessage.Granted(grant, "0af3"))).get(0);
        Down read = new ParentFrames().read(written).orElseThrow();
        ParentFrame passedOn = ParentFrames.write(read).get(0);
        assertThat(passedOn).isEqualTo(written);
        assertThat(passedOn.getGranted().getGrant())
                .isSameAs(written.getGranted().getGrant());
    }

    @Test
    void aSubgraphOfAHundredThousandElementsPassesInPiecesOfAMebibyte() throws Exception {
        Subgraph large = Subgraphs.cluster(30_000, 2);
        assertThat(large.elements()).isGreaterThan(100_000);
        Down message = down(new DownMessage.Registered("/3", large, new TimeWindow(1, 2), 5000));
        List<ParentFrame> frames = ParentFrames.write(message);
        assertThat(frames)
                .hasSizeGreaterThan(1)
                .allSatisfy(frame -> assertThat(frame.getSerializedSize()).isLessThan(Chunks.MAX_MESSAGE_BYTES + 100));
        var reader = new ParentFrames();
        for (ParentFrame frame : frames.subList(0, frames.size() - 1)) {
            assertThat(reader.read(frame)).isEmpty();
        }
        assertThat(reader.read(frames.get(frames.size() - 1))).contains(message);
    }

    @Test
    void nothingMayComeBetweenTwoPieces() throws Exception {
        var reader = new ChildFrames();
        reader.read(piece(100, 10));
        assertThatThrownBy(() ->
                        reader.read(ChildFrames.write(new UpMessage.Leave("x")).get(0)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("before all pieces");
    }

    @Test
    void tooLargeAFrameIsRefusedWithItsFirstPiece() {
        assertThatThrownBy(() -> new ChildFrames().read(piece(Chunks.MAX_FRAME_BYTES + 1L, 10)))
                .isInstanceOfSatisfying(
                        WireException.class, e -> assertThat(e.failure()).isEqualTo(Failure.TOO_LARGE));
    }

    /** One of more bytes than a frame may have. */
    private static Subgraph tooLarge() {
        List<SubgraphVertex> vertices = new ArrayList<>();
        String filler = "x".repeat(1 << 20);
        for (SubgraphVertex vertex : Subgraphs.cluster(70, 1).vertices()) {
            vertices.add(vertex.withProperties(Map.of("key" + vertices.size(), vertices.size() + filler)));
        }
        return new Subgraph(vertices, Subgraphs.cluster(70, 1).edges());
    }

    @Test
    void tooLargeAFrameIsNotWritten() {
        Down message = down(new DownMessage.Registered("/3", tooLarge(), new TimeWindow(1, 2), 5000));
        assertThatThrownBy(() -> ParentFrames.write(message))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("between instances is 67108864");
    }

    @Test
    void aRegistrationOfTooManyGrantsNamesSomeOfThem() throws Exception {
        List<String> held =
                IntStream.range(0, 600_000).mapToObj(i -> "g".repeat(120) + i).toList();
        UpMessage message = new UpMessage.Register(new JobId(3), "c", "127.0.0.1:1", true, held);
        UpMessage said = together(ChildFrames.write(message));
        assertThat(said)
                .isInstanceOfSatisfying(
                        UpMessage.Register.class, it -> assertThat(it.held()).isEqualTo(held.subList(0, 300_000)));
    }

    private static UpMessage together(List<ChildFrame> frames) throws WireException {
        var reader = new ChildFrames();
        Optional<UpMessage> said = Optional.empty();
        for (ChildFrame frame : frames) {
            said = reader.read(frame);
        }
        return said.orElseThrow();
    }

    @Test
    void whatNamesManyIsNotLightInEitherDirection() {
        List<String> paths =
                IntStream.range(0, 20_000).mapToObj(i -> "/cluster0/node" + i).toList();
        List<Reason> reasons = paths.stream().map(Reason::said).toList();
        List<DownMessage> many = List.of(
                new DownMessage.Revoke("v", new RevokeTarget.ByPaths(paths), UseRule.SPARE, 1),
                new DownMessage.GrowRefused("g", "", List.of(new LevelReasons("/", LevelReasons.LOCAL, reasons))),
                new DownMessage.Freed("r", List.of(new Unreleased("/", "ec2", "g", paths, "why"))));
        assertThat(many).allSatisfy(message -> {
            assertThat(ParentFrames.isLight(down(message))).isFalse();
            assertThat(ParentFrames.isLight(ParentFrames.write(down(message)).getFirst()))
                    .isFalse();
        });
        var few = new DownMessage.Revoke("v", new RevokeTarget.ByPaths(paths.subList(0, 9)), UseRule.SPARE, 1);
        assertThat(ParentFrames.isLight(down(few))).isTrue();
        assertThat(ParentFrames.isLight(ParentFrames.write(down(few)).getFirst()))
                .isTrue();
    }

    @Test
    void anotherVersionOfTheProtocolIsRefusedByName() {
        var frame = ChildFrame.newBuilder()
                .setRegister(Register.newBuilder().setProtocol(99).setJob(3).setName("newcomer"))
                .build();
        assertThatThrownBy(() -> new ChildFrames().read(frame))
                .isInstanceOfSatisfying(
                        WireException.class, e -> assertThat(e.failure()).isEqualTo(Failure.INCOMPATIBLE))
                .hasMessageContainingAll("newcomer", "99", "version 1");
    }

    @Test
    void failuresKeepTheirWordOnTheWire() {
        for (Failure failure : Failure.values()) {
            assertThat(Failure.in(failure.because("why"))).isEqualTo(failure);
            assertThat(Failure.sentenceOf(failure.because("why"))).isEqualTo("why");
        }
    }

    private static ChildFrame piece(long announced, int size) {
        return ChildFrame.newBuilder()
                .setChunk(Chunk.newBuilder()
                        .setFrameBytes(announced)
                        .setPiece(com.google.protobuf.ByteString.copyFrom(new byte[size])))
                .build();
    }

    private static Down down(DownMessage message) {
        return new Down(message, List.of());
    }

    private static String jobspec() {
        return """
                {"version": 9999, "resources": [{"type": "node", "count": 1}], "tasks": [],
                 "attributes": {"system": {"duration": 60}}}""";
    }
}
