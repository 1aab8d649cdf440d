package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfWriter;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.RExecution;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.GraphStatistics;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MatchRun;
import io.banyan.instance.message.client.MatchTimes;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.client.SupplyAmount;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rpc.wire.Subgraphs;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.CancelVisits;
import io.banyan.schedule.Footprint;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import io.banyan.v1.AttachRequest;
import io.banyan.v1.GetStatusRequest;
import io.banyan.v1.GivenText;
import io.banyan.v1.HostResources;
import io.banyan.v1.PartialCancelRequest;
import io.banyan.v1.RankedResources;
import io.banyan.v1.ReclaimRequest;
import io.banyan.v1.RemoveRequest;
import io.banyan.v1.TypedIds;
import io.banyan.v1.UpdateRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EditMessagesTest {
    private static final Subgraph SUBGRAPH = Subgraphs.cluster(2, 2);
    private static final MatchRun RUN = new MatchRun(Optional.of(new JobId(4)), 100, 2_000, 30, 20);

    private static JobRequest.Match match() throws JobspecException {
        return new JobRequest.Match(
                JobspecReader.read("""
                        {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1,
                         "with": [{"type": "core", "count": 1}]}],
                         "tasks": [{"command": ["a"], "slot": "s", "count": {"per_slot": 1}}], "attributes": {}}
                        """, "test"), MatchOperation.ALLOCATE, MatchFormat.JGF, "", MatchRules.FLUXION);
    }

    @Test
    void everyRequestIsReadAsItWasWritten() throws Exception {
        var host = new RExecution.Host(3, "n3", Map.of("core", IdSet.parse("0-3,7")), Map.of());
        for (GivenResources given : List.of(
                new GivenResources.Listed(SUBGRAPH),
                new GivenResources.Shorthand(SUBGRAPH),
                new GivenResources.ByRank(new RExecution(List.of(host), false)))) {
            for (OptionalLong at : List.of(OptionalLong.empty(), OptionalLong.of(0))) {
                var update =
                        new JobRequest.Update(new JobId(9), BookingKind.RESERVATION, given, at, 60, MatchFormat.RV1);
                assertThat(EditRequests.read(EditRequests.write(update))).isEqualTo(update);
            }
        }
        for (GivenPart part : List.of(
                new GivenPart.Listed(SUBGRAPH),
                new GivenPart.Shorthand(SUBGRAPH),
                new GivenPart.OfRanks(IdSet.parse("1-5")))) {
            var cancel = new JobRequest.PartialCancel(new JobId(9), part, MatchRules.FLUXION);
            assertThat(EditRequests.read(EditRequests.write(cancel))).isEqualTo(cancel);
        }
        for (MatchRules rules : MatchRules.values()) {
            var attach = new Request.Attach(SUBGRAPH, rules);
            assertThat(EditRequests.read(EditRequests.write(attach))).isEqualTo(attach);
        }
        for (VertexTarget target : List.of(
                new VertexTarget.ByPath("/cluster0/node1"),
                new VertexTarget.ByNames(HostList.parse("node[0-3],rack1")),
                new VertexTarget.ByRanks(IdSet.parse("0-3")))) {
            var remove = new Request.Remove(target, true, MatchRules.FLUXION);
            assertThat(EditRequests.read(EditRequests.write(remove))).isEqualTo(remove);
            for (boolean ownOnly : new boolean[] {false, true}) {
                var set = new Request.SetStatus(target, Status.DOWN, "its disk", ownOnly);
                assertThat(EditRequests.read(EditRequests.write(set))).isEqualTo(set);
            }
            var get = new Request.GetStatus(target);
            assertThat(EditRequests.read(EditRequests.write(get))).isEqualTo(get);
        }
        for (Optional<String> value : List.of(Optional.<String>empty(), Optional.of("arm64"))) {
            var property = new Request.SetProperty("/cluster0", "arch", value);
            assertThat(EditRequests.read(EditRequests.write(property))).isEqualTo(property);
        }
        var properties = new Request.GetProperties("/cluster0");
        assertThat(EditRequests.read(EditRequests.write(properties))).isEqualTo(properties);
        var many = new JobRequest.MultiMatch(List.of(match(), match()));
        assertThat(RequestReader.read(RequestWriter.write(many))).isEqualTo(many);
        var counted = new JobRequest.Cancel(new JobId(3), true, Set.of(JobState.PENDING, JobState.RESERVED));
        assertThat(RequestReader.read(RequestWriter.write(counted))).isEqualTo(counted);
    }

    @Test
    void everyAnswerIsReadAsItWasWritten() throws Exception {
        var matched = new Answer.Matched(
                Optional.of(new JobId(4)),
                Answer.MatchOutcome.ALLOCATED,
                Optional.of(new TimeWindow(100, 200)),
                "R",
                RUN);
        var reasons = new LevelReasons("/", "local", List.of(new Reason("core", 2, 1, "are free")));
        var refused = new Answer.Refused(true, List.of(reasons), RUN);
        var failed = new Answer.Failed(ErrorCode.INVALID, "it makes no sense");
        for (Answer last : List.of(refused, failed)) {
            var many = new JobAnswer.MultiMatched(List.of(matched, last));
            assertThat(AnswerReader.read(AnswerWriter.multiMatch(many))).isEqualTo(many);
        }
        assertThat(AnswerReader.read(EditAnswers.update(matched).getMatched())).isEqualTo(matched);
        assertThat(AnswerReader.read(EditAnswers.update(refused).getRefused())).isEqualTo(refused);
        var partly = new JobAnswer.PartlyCancelled(new JobId(3), List.of("/cluster0/node1"), true);
        assertThat(EditAnswers.read(EditAnswers.partialCancel(partly))).isEqualTo(partly);
        var attached = new Answer.Attached(7, 6);
        assertThat(EditAnswers.read(EditAnswers.attach(attached))).isEqualTo(attached);
        var removed = new Answer.Removed(List.of("/cluster0/node1"), List.of(new JobId(1)));
        assertThat(EditAnswers.read(EditAnswers.remove(removed))).isEqualTo(removed);
        var other = new VertexStatus(
                "/b",
                Status.LOST,
                false,
                List.of("parent", "instance 7"),
                Optional.of(new StatusNote("alice", 7, "its disk")));
        var set = new Answer.StatusSet(List.of("/a", "/b"), Status.DOWN, List.of(new JobId(1)), List.of(other));
        assertThat(EditAnswers.read(EditAnswers.setStatus(set))).isEqualTo(set);
        var statuses = new Answer.Statuses(List.of(new VertexStatus("/a", Status.UP, false)));
        assertThat(EditAnswers.read(EditAnswers.statuses(statuses))).isEqualTo(statuses);
        var unreleased = List.of(new Unreleased("/", "ec2", "g", List.of("i-1"), "the API is down"));
        var shrunk = new Answer.Shrunk("s", List.of("/a"), List.of("g"), unreleased, "in use by job 1");
        assertThat(AnswerReader.read(AnswerWriter.shrink(shrunk).getShrunk())).isEqualTo(shrunk);
        var properties = new Answer.Properties("/a", 17, Map.of("k", "v"), List.of(new JobId(2)));
        assertThat(EditAnswers.read(EditAnswers.properties(properties))).isEqualTo(properties);
        var cancelled = new JobAnswer.Cancelled(new JobId(3), Optional.of(new CancelVisits(9, 4)), unreleased);
        assertThat(AnswerReader.read(AnswerWriter.cancel(cancelled))).isEqualTo(cancelled);
    }

    @Test
    void theNumbersAndTheTreeAreReadAsTheyWereWritten() throws Exception {
        var counted = new GraphStatistics(
                Map.of(2, IdSet.parse("0-1"), 3, IdSet.parse("7")),
                new Footprint(627, 168, 276, 5),
                List.of(new SupplyAmount("/panel0/pdu1", "power", 1000, 600, 300)));
        for (Optional<GraphStatistics> graph : List.of(Optional.<GraphStatistics>empty(), Optional.of(counted))) {
            var stat = new Answer.Stat(new Statistics(
                    "/",
                    "top",
                    5,
                    4,
                    Map.of("core", new Amount(2, 1)),
                    Map.of(JobState.RUNNING, 1L),
                    3,
                    2,
                    1,
                    1,
                    0,
                    1,
                    2,
                    List.of(new Unreleased("/", "ec2", "g", List.of(), "the API is down")),
                    17,
                    new MatchTimes(1, 9, 12),
                    1 << 20,
                    graph));
            assertThat(AnswerReader.read(AnswerWriter.stat(stat))).isEqualTo(stat);
        }
        var line = new InstanceSummary("/3", "x", "localhost:1", ChildState.LIVE, Map.of(), 0, 0, 0, List.of());
        for (OptionalLong since : List.of(OptionalLong.empty(), OptionalLong.of(0), OptionalLong.of(1_700_000_000))) {
            var tree = new Answer.Tree(line, since);
            assertThat(AnswerReader.read(AnswerWriter.tree(tree))).isEqualTo(tree);
        }
        for (ShrinkTarget target : List.of(
                new ShrinkTarget.ByGrow("g"),
                new ShrinkTarget.ByPaths(List.of("/a")),
                new ShrinkTarget.ByJob(new JobId(3)),
                new ShrinkTarget.ByCount(RevokeTarget.ByCounts.of(Map.of("node", 2L))),
                new ShrinkTarget.ByIdle(600_000),
                new ShrinkTarget.Undo("s1"),
                new ShrinkTarget.Unreleased())) {
            var shrink = new Request.Shrink("s", target);
            assertThat(RequestReader.read(RequestWriter.write(shrink))).isEqualTo(shrink);
            var patient = new Request.Shrink("s", target, UseRule.AWAIT, 500, false);
            assertThat(RequestReader.read(RequestWriter.write(patient))).isEqualTo(patient);
            var kept = new Request.Shrink("s", target, UseRule.SPARE, 0, true);
            assertThat(RequestReader.read(RequestWriter.write(kept))).isEqualTo(kept);
        }
    }

    @Test
    void whatIsWantedBackOfAChildIsReadAsItWasWritten() throws Exception {
        for (RevokeTarget target :
                List.of(RevokeTarget.ByCounts.of(Map.of("node", 2L)), new RevokeTarget.ByPaths(List.of("/a", "/b")))) {
            var reclaim = new Request.Reclaim("r", new JobId(3), target, 500, true);
            assertThat(RevokeMessages.read(RevokeMessages.write(reclaim))).isEqualTo(reclaim);
        }
        var reclaimed = new Answer.Reclaimed("r", new JobId(3), List.of("/a"), "in use by job 1", true);
        assertThat(RevokeMessages.read(RevokeMessages.write(reclaimed))).isEqualTo(reclaimed);
        refused(
                () -> RevokeMessages.read(ReclaimRequest.newBuilder().setJob(1).build()),
                "either by paths or by counts");
    }

    @Test
    void otherLanguagesMaySendDocumentsAsText() throws Exception {
        String jgf = JgfWriter.write(SUBGRAPH);
        Request.Attach attach =
                EditRequests.read(AttachRequest.newBuilder().setJgf(jgf).build());
        assertThat(attach.subgraph().vertices()).hasSameSizeAs(SUBGRAPH.vertices());
        var part = PartialCancelRequest.newBuilder()
                .setJob(1)
                .setPart(io.banyan.v1.GivenPart.newBuilder()
                        .setText(GivenText.newBuilder().setFormat("jgf").setText(jgf)))
                .build();
        assertThat(EditRequests.read(part).part()).isInstanceOf(GivenPart.Listed.class);
    }

    @Test
    void whatMakesNoSenseIsRefusedWithASentence() {
        refused(() -> EditRequests.read(RemoveRequest.getDefaultInstance()), "either a path, ranks or names");
        refused(
                () -> EditRequests.read(GetStatusRequest.newBuilder()
                        .setPath("/a")
                        .setRanks("1")
                        .build()),
                "either a path, ranks or names");
        refused(() -> EditRequests.read(RemoveRequest.newBuilder().setRanks("x").build()), "x");
        refused(() -> EditRequests.read(AttachRequest.getDefaultInstance()), "must name resources");
        refused(() -> EditRequests.read(AttachRequest.newBuilder().setJgf("{").build()), "resources");
        refused(() -> EditRequests.read(update().build()), "must name resources");
        refused(() -> EditRequests.read(update().setResources(text("png", "{}")).build()), "a format must be jgf");
        refused(
                () -> EditRequests.read(
                        update().setResources(text("rv1exec", "[]")).build()),
                "resources");
        var ids = TypedIds.newBuilder().setType("core").setIds("0-99999999999");
        var hosts =
                RankedResources.newBuilder().addHosts(HostResources.newBuilder().addChildren(ids));
        refused(
                () -> EditRequests.read(update().setResources(
                                io.banyan.v1.GivenResources.newBuilder().setRv1Exec(hosts))
                        .build()),
                "at most 1000000 ids");
    }

    private static UpdateRequest.Builder update() {
        return UpdateRequest.newBuilder().setJob(1);
    }

    private static io.banyan.v1.GivenResources.Builder text(String format, String text) {
        return io.banyan.v1.GivenResources.newBuilder()
                .setText(GivenText.newBuilder().setFormat(format).setText(text));
    }

    private static void refused(ThrowingCallable reading, String why) {
        assertThatThrownBy(reading).isInstanceOf(WireException.class).hasMessageContaining(why);
    }
}
