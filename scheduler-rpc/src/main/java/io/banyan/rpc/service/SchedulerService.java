package io.banyan.rpc.service;

import io.banyan.instance.message.client.Request;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.history.History;
import io.banyan.rpc.wire.client.AnswerWriter;
import io.banyan.rpc.wire.client.EditAnswers;
import io.banyan.rpc.wire.client.EditRequests;
import io.banyan.rpc.wire.client.JobListMessages;
import io.banyan.rpc.wire.client.NodeMessages;
import io.banyan.rpc.wire.client.RequestReader;
import io.banyan.rpc.wire.client.RevokeMessages;
import io.banyan.v1.AbandonRequest;
import io.banyan.v1.AttachReply;
import io.banyan.v1.AttachRequest;
import io.banyan.v1.CancelReply;
import io.banyan.v1.CancelRequest;
import io.banyan.v1.CountReply;
import io.banyan.v1.CountRequest;
import io.banyan.v1.ExplainReply;
import io.banyan.v1.ExplainRequest;
import io.banyan.v1.FindReply;
import io.banyan.v1.FindRequest;
import io.banyan.v1.GetPropertiesRequest;
import io.banyan.v1.GetStatusReply;
import io.banyan.v1.GetStatusRequest;
import io.banyan.v1.GrowReply;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.HistoryReply;
import io.banyan.v1.HistoryRequest;
import io.banyan.v1.InfoReply;
import io.banyan.v1.InfoRequest;
import io.banyan.v1.JobsReply;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.MatchReply;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.MultiMatchReply;
import io.banyan.v1.MultiMatchRequest;
import io.banyan.v1.NodesReply;
import io.banyan.v1.NodesRequest;
import io.banyan.v1.OverviewReply;
import io.banyan.v1.OverviewRequest;
import io.banyan.v1.PartialCancelReply;
import io.banyan.v1.PartialCancelRequest;
import io.banyan.v1.PropertiesReply;
import io.banyan.v1.ReclaimReply;
import io.banyan.v1.ReclaimRequest;
import io.banyan.v1.RemoveReply;
import io.banyan.v1.RemoveRequest;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.SetPropertyRequest;
import io.banyan.v1.SetStatusReply;
import io.banyan.v1.SetStatusRequest;
import io.banyan.v1.ShrinkReply;
import io.banyan.v1.ShrinkRequest;
import io.banyan.v1.StatReply;
import io.banyan.v1.StatRequest;
import io.banyan.v1.UpdateReply;
import io.banyan.v1.UpdateRequest;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** The service {@code Scheduler}: matching, jobs and resources. */
public final class SchedulerService extends SchedulerGrpc.SchedulerImplBase {
    private final CallDispatch calls;
    private final HistoryCalls past;

    /** The service of the instance with this inbox; the executor reads and writes large messages. */
    public SchedulerService(Inbox inbox, History history, Executor executor) {
        this.calls = new CallDispatch(inbox, executor);
        this.past = new HistoryCalls(history);
    }

    @Override
    public void match(MatchRequest request, StreamObserver<MatchReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.match(answer));
    }

    @Override
    public void explain(ExplainRequest request, StreamObserver<ExplainReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.explain(answer));
    }

    @Override
    public void grow(GrowRequest request, StreamObserver<GrowReply> caller) {
        // A document of it is written, too, which takes ten times as long.
        CallDispatch fitting = request.getWantJgf() ? calls.withLargeAnswers() : calls;
        fitting.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.grow(answer, timings, request.getWantJgf()));
    }

    @Override
    public void shrink(ShrinkRequest request, StreamObserver<ShrinkReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.shrink(answer));
    }

    @Override
    public void reclaim(ReclaimRequest request, StreamObserver<ReclaimReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RevokeMessages.read(request),
                (answer, timings) -> RevokeMessages.write(answer));
    }

    @Override
    public void cancel(CancelRequest request, StreamObserver<CancelReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.cancel(answer));
    }

    @Override
    public void jobs(JobsRequest request, StreamObserver<JobsReply> caller) {
        calls.ask(
                request,
                caller,
                client -> JobListMessages.read(request),
                (answer, timings) -> JobListMessages.jobs(answer));
    }

    @Override
    public void count(CountRequest request, StreamObserver<CountReply> caller) {
        calls.ask(
                request,
                caller,
                client -> JobListMessages.read(request),
                (answer, timings) -> JobListMessages.counts(answer));
    }

    @Override
    public void overview(OverviewRequest request, StreamObserver<OverviewReply> caller) {
        calls.ask(
                request,
                caller,
                client -> JobListMessages.read(request),
                (answer, timings) -> JobListMessages.overview(answer));
    }

    @Override
    public void history(HistoryRequest request, StreamObserver<HistoryReply> caller) {
        past.ask(request, caller);
    }

    @Override
    public void info(InfoRequest request, StreamObserver<InfoReply> caller) {
        calls.ask(
                request,
                caller,
                client -> JobListMessages.read(request),
                (answer, timings) -> JobListMessages.info(answer));
    }

    @Override
    public void find(FindRequest request, StreamObserver<FindReply> caller) {
        calls.ask(
                request, caller, client -> RequestReader.read(request), (answer, timings) -> AnswerWriter.find(answer));
    }

    @Override
    public void stat(StatRequest request, StreamObserver<StatReply> caller) {
        calls.ask(
                request,
                caller,
                client -> new Request.Stat(request.getCounted()),
                (answer, timings) -> AnswerWriter.stat(answer));
    }

    @Override
    public void setStatus(SetStatusRequest request, StreamObserver<SetStatusReply> caller) {
        calls.ask(
                request,
                caller,
                client -> EditRequests.read(request),
                (answer, timings) -> EditAnswers.setStatus(answer));
    }

    @Override
    public void multiMatch(MultiMatchRequest request, StreamObserver<MultiMatchReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.multiMatch(answer));
    }

    @Override
    public void update(UpdateRequest request, StreamObserver<UpdateReply> caller) {
        calls.ask(
                request, caller, client -> EditRequests.read(request), (answer, timings) -> EditAnswers.update(answer));
    }

    @Override
    public void abandon(AbandonRequest request, StreamObserver<CancelReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RequestReader.read(request),
                (answer, timings) -> AnswerWriter.cancel(answer));
    }

    @Override
    public void partialCancel(PartialCancelRequest request, StreamObserver<PartialCancelReply> caller) {
        calls.ask(
                request,
                caller,
                client -> EditRequests.read(request),
                (answer, timings) -> EditAnswers.partialCancel(answer));
    }

    @Override
    public void attach(AttachRequest request, StreamObserver<AttachReply> caller) {
        calls.ask(
                request, caller, client -> EditRequests.read(request), (answer, timings) -> EditAnswers.attach(answer));
    }

    @Override
    public void remove(RemoveRequest request, StreamObserver<RemoveReply> caller) {
        calls.ask(
                request, caller, client -> EditRequests.read(request), (answer, timings) -> EditAnswers.remove(answer));
    }

    @Override
    public void getStatus(GetStatusRequest request, StreamObserver<GetStatusReply> caller) {
        calls.ask(
                request,
                caller,
                client -> EditRequests.read(request),
                (answer, timings) -> EditAnswers.statuses(answer));
    }

    @Override
    public void nodes(NodesRequest request, StreamObserver<NodesReply> caller) {
        calls.ask(
                request, caller, client -> NodeMessages.read(request), (answer, timings) -> NodeMessages.nodes(answer));
    }

    @Override
    public void setProperty(SetPropertyRequest request, StreamObserver<PropertiesReply> caller) {
        calls.ask(
                request,
                caller,
                client -> EditRequests.read(request),
                (answer, timings) -> EditAnswers.properties(answer));
    }

    @Override
    public void getProperties(GetPropertiesRequest request, StreamObserver<PropertiesReply> caller) {
        calls.ask(
                request,
                caller,
                client -> EditRequests.read(request),
                (answer, timings) -> EditAnswers.properties(answer));
    }
}
