package io.banyan.rpc.service;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.jobspec.NestedInstance;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.JobDirectory;
import io.banyan.rpc.execute.JobInputs;
import io.banyan.rpc.execute.JobSignals;
import io.banyan.rpc.execute.JobUsages;
import io.banyan.rpc.execute.KeptOutput;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.UsageMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.AnswerWriter;
import io.banyan.rpc.wire.client.BulkMessages;
import io.banyan.rpc.wire.client.HorizonMessages;
import io.banyan.rpc.wire.client.InputMessages;
import io.banyan.rpc.wire.client.OutputMessages;
import io.banyan.rpc.wire.client.QueueMessages;
import io.banyan.rpc.wire.client.QueueStates;
import io.banyan.rpc.wire.client.SignalMessages;
import io.banyan.rpc.wire.client.TimelineMessages;
import io.banyan.rpc.wire.client.WaitMessages;
import io.banyan.v1.HorizonReply;
import io.banyan.v1.HorizonRequest;
import io.banyan.v1.InputReply;
import io.banyan.v1.InputRequest;
import io.banyan.v1.LimitReply;
import io.banyan.v1.LimitRequest;
import io.banyan.v1.OutputReply;
import io.banyan.v1.OutputRequest;
import io.banyan.v1.PendingReply;
import io.banyan.v1.PendingRequest;
import io.banyan.v1.PrioritiesReply;
import io.banyan.v1.PrioritiesRequest;
import io.banyan.v1.QueueGrpc;
import io.banyan.v1.QueuesReply;
import io.banyan.v1.QueuesRequest;
import io.banyan.v1.RequeueReply;
import io.banyan.v1.RequeueRequest;
import io.banyan.v1.SetQueueRequest;
import io.banyan.v1.SignalReply;
import io.banyan.v1.SignalRequest;
import io.banyan.v1.SubmitAllReply;
import io.banyan.v1.SubmitAllRequest;
import io.banyan.v1.SubmitReply;
import io.banyan.v1.SubmitRequest;
import io.banyan.v1.TimelineReply;
import io.banyan.v1.TimelineRequest;
import io.banyan.v1.UrgeReply;
import io.banyan.v1.UrgeRequest;
import io.banyan.v1.UsageReply;
import io.banyan.v1.UsageRequest;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** The service {@code Queue}: jobs that wait. */
public final class QueueService extends QueueGrpc.QueueImplBase {
    /** Maximal size of one piece of a job's output. */
    private static final int MOST_BYTES = 1 << 18;

    private final CallDispatch calls;
    private final Function<Principal, Optional<String>> refusal;
    private final StateDirectory state;
    private final JobInputs inputs;
    private final JobUsages usages;
    private final JobSignals signals;

    /**
     * The service of the instance with this inbox.
     *
     * @param refusal why nothing can be run for a submitter; empty where it can
     * @param state where the jobs have their directories
     * @param inputs the standard inputs of running jobs
     * @param usages the usage of running jobs so far
     * @param signals reaches the processes of jobs that run
     * @param executor reads and writes large messages
     */
    public QueueService(
            Inbox inbox,
            Function<Principal, Optional<String>> refusal,
            StateDirectory state,
            JobInputs inputs,
            JobUsages usages,
            JobSignals signals,
            Executor executor) {
        this.inputs = inputs;
        this.usages = usages;
        this.signals = signals;
        this.refusal = refusal;
        this.state = state;
        this.calls = new CallDispatch(inbox, executor);
    }

    @Override
    public void submit(SubmitRequest request, StreamObserver<SubmitReply> caller) {
        calls.ask(
                request,
                caller,
                client -> checked(client, QueueMessages.read(request)),
                (answer, timings) -> QueueMessages.submitted(answer));
    }

    @Override
    public void submitAll(SubmitAllRequest request, StreamObserver<SubmitAllReply> caller) {
        calls.ask(
                request,
                caller,
                client -> checked(client, BulkMessages.read(request)),
                (answer, timings) -> BulkMessages.submitted(answer));
    }

    private JobRequest.SubmitAll checked(Principal client, JobRequest.SubmitAll request) throws WireException {
        for (JobRequest.Submit job : request.jobs()) {
            var unused = checked(client, job);
        }
        return request;
    }

    /** Before it waits for something that could not run. */
    private JobRequest.Submit checked(Principal client, JobRequest.Submit request) throws WireException {
        Optional<String> why = request.jobspec().tasks().isEmpty() ? Optional.empty() : refusal.apply(client);
        if (why.isPresent()) {
            throw new WireException(Failure.FORBIDDEN, why.get());
        }
        try {
            NestedInstance.of(request.jobspec()).ifPresent(it -> LaunchCommand.requireNestedOptions(it.options()));
        } catch (IllegalArgumentException e) {
            throw new WireException(Failure.sentenceOf(e), e);
        }
        return request;
    }

    @Override
    public void requeue(RequeueRequest request, StreamObserver<RequeueReply> caller) {
        calls.ask(
                request,
                caller,
                client -> QueueMessages.read(request),
                (answer, timings) -> QueueMessages.requeued(answer));
    }

    /** The instance says whose job it is. The processes of the job are not searched on the thread of the instance. */
    @Override
    public void signal(SignalRequest request, StreamObserver<SignalReply> caller) {
        calls.withLargeAnswers()
                .ask(
                        request,
                        caller,
                        client ->
                                new JobRead.JobLook(SignalMessages.read(request).job()),
                        (answer, timings) -> signalled(answer, SignalMessages.read(request)));
    }

    private SignalReply signalled(Answer answer, SignalMessages.Wanted wanted) throws WireException {
        if (!(answer instanceof JobAnswer.JobInfo info)) {
            throw AnswerWriter.failure(answer);
        }
        JobRecord job = info.job();
        if (job.state() != JobState.RUNNING) {
            throw new WireException(Failure.NOT_NOW, "Job " + job.id() + " is not running: it is " + job.state() + ".");
        }
        try {
            signals.send(wanted);
            return SignalMessages.write(job);
        } catch (IOException e) {
            throw new WireException(
                    Failure.NOT_NOW, "Job " + job.id() + " cannot receive the signal: " + e.getMessage() + ".");
        }
    }

    @Override
    public void limit(LimitRequest request, StreamObserver<LimitReply> caller) {
        calls.ask(
                request,
                caller,
                client -> QueueMessages.read(request),
                (answer, timings) -> QueueMessages.limited(answer));
    }

    @Override
    public void pending(PendingRequest request, StreamObserver<PendingReply> caller) {
        calls.ask(
                request,
                caller,
                client -> WaitMessages.read(request),
                (answer, timings) -> WaitMessages.pending(answer));
    }

    @Override
    public void priorities(PrioritiesRequest request, StreamObserver<PrioritiesReply> caller) {
        calls.ask(
                request,
                caller,
                client -> QueueStates.read(request),
                (answer, timings) -> QueueStates.priorities(answer));
    }

    @Override
    public void timeline(TimelineRequest request, StreamObserver<TimelineReply> caller) {
        calls.ask(
                request,
                caller,
                client -> TimelineMessages.read(request),
                (answer, timings) -> TimelineMessages.timeline(answer));
    }

    @Override
    public void horizon(HorizonRequest request, StreamObserver<HorizonReply> caller) {
        calls.ask(
                request,
                caller,
                client -> HorizonMessages.read(request),
                (answer, timings) -> HorizonMessages.horizon(answer));
    }

    @Override
    public void queues(QueuesRequest request, StreamObserver<QueuesReply> caller) {
        calls.ask(request, caller, client -> new JobRead.Queues(), (answer, timings) -> QueueStates.queues(answer));
    }

    @Override
    public void setQueue(SetQueueRequest request, StreamObserver<QueuesReply> caller) {
        calls.ask(
                request, caller, client -> QueueStates.read(request), (answer, timings) -> QueueStates.queues(answer));
    }

    /** Lets the instance decide whose job it is. Reads the disk outside the instance's thread. */
    @Override
    public void output(OutputRequest request, StreamObserver<OutputReply> caller) {
        calls.withLargeAnswers()
                .ask(
                        request,
                        caller,
                        client ->
                                new JobRead.JobLook(OutputMessages.read(request).top()),
                        (answer, timings) -> piece(answer, OutputMessages.read(request)));
    }

    /** Lets the instance decide whose job it is. Reads the usage outside the instance's thread. */
    @Override
    public void usage(UsageRequest request, StreamObserver<UsageReply> caller) {
        calls.withLargeAnswers()
                .ask(
                        request,
                        caller,
                        client -> new JobRead.JobLook(UsageMessages.read(request)),
                        (answer, timings) -> measured(answer));
    }

    private UsageReply measured(Answer answer) throws WireException {
        if (!(answer instanceof JobAnswer.JobInfo info)) {
            throw AnswerWriter.failure(answer);
        }
        JobRecord job = info.job();
        return UsageMessages.write(new UsageMessages.Measured(job, job.usage().or(() -> usages.of(job.id()))));
    }

    /**
     * Lets the instance check the owner of the job. Only the owner may send input, not even an administrator: the input
     * can contain anything.
     */
    @Override
    public void input(InputRequest request, StreamObserver<InputReply> caller) {
        String asker = Caller.client().map(Principal::name).orElse("");
        calls.ask(
                request,
                caller,
                client -> new JobRead.JobLook(InputMessages.read(request).job()),
                (answer, timings) -> taken(answer, InputMessages.read(request), asker));
    }

    private InputReply taken(Answer answer, InputMessages.Piece piece, String asker) throws WireException {
        if (!(answer instanceof JobAnswer.JobInfo info)) {
            throw AnswerWriter.failure(answer);
        }
        if (!info.job().owner().equals(asker)) {
            throw new WireException(Failure.FORBIDDEN, "Only its owner can send input to job " + piece.job() + ".");
        }
        JobState state = info.job().state();
        if (state.isOver()) {
            return InputMessages.write(inputs.over(piece.job()));
        }
        return InputMessages.write(state == JobState.RUNNING ? inputs.offer(piece) : InputMessages.Taken.nothing());
    }

    private OutputReply piece(Answer answer, OutputMessages.Wanted wanted) throws WireException {
        if (!(answer instanceof JobAnswer.JobInfo info)) {
            throw AnswerWriter.failure(answer);
        }
        try {
            if (!wanted.instance().jobs().isEmpty()) {
                return kept(info.job(), wanted);
            }
            JobDirectory directory = JobDirectory.of(state, wanted.job());
            byte[] piece = directory.written(wanted.offset(), MOST_BYTES);
            boolean isTruncated = piece.length == 0 && directory.isShorterThan(wanted.offset());
            return OutputMessages.write(info.job(), piece, isTruncated);
        } catch (IOException e) {
            throw new WireException(
                    Failure.NOT_FOUND, "The output of job " + wanted.job() + " cannot be read: " + e.getMessage());
        }
    }

    private OutputReply kept(JobRecord top, OutputMessages.Wanted wanted) throws IOException, WireException {
        KeptOutput piece = KeptOutput.read(state, wanted.instance(), wanted.job(), wanted.offset(), MOST_BYTES)
                .orElseThrow(() -> new WireException(
                        Failure.NOT_FOUND,
                        "there is no output here of job " + wanted.job() + " of the instance in job " + top.id()));
        return OutputMessages.write(top, piece.data(), piece.isTruncated());
    }

    @Override
    public void urge(UrgeRequest request, StreamObserver<UrgeReply> caller) {
        calls.ask(
                request,
                caller,
                client -> QueueMessages.read(request),
                (answer, timings) -> QueueMessages.urged(answer));
    }
}
