package io.banyan.rpc.client;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.UsageMessages;
import io.banyan.rpc.wire.client.BulkMessages;
import io.banyan.rpc.wire.client.HorizonMessages;
import io.banyan.rpc.wire.client.InputMessages;
import io.banyan.rpc.wire.client.OutputMessages;
import io.banyan.rpc.wire.client.QueueMessages;
import io.banyan.rpc.wire.client.QueueStates;
import io.banyan.rpc.wire.client.SignalMessages;
import io.banyan.rpc.wire.client.TimelineMessages;
import io.banyan.rpc.wire.client.WaitMessages;
import io.banyan.v1.QueueGrpc;

/** The calls about the queues and the jobs that came through them. */
public final class QueueCalls {
    private static final String UNKNOWN =
            "Maybe the job was submitted anyway: check with 'banyan jobs --all' before you submit it again.";

    private final BlockingCalls calls;

    QueueCalls(BlockingCalls calls) {
        this.calls = calls;
    }

    /** Puts a job into the queue; returns when it is there. */
    public RequestOutcome<JobAnswer.Submitted> submit(JobRequest.Submit request) throws ClientException {
        try {
            return calls.ask(QueueGrpc.getSubmitMethod(), QueueMessages.write(request), Outcomes::read);
        } catch (ClientException e) {
            throw e.withHint(UNKNOWN);
        }
    }

    /**
     * Puts several jobs into the queue, all or none; answers {@link JobAnswer.AllSubmitted} or
     * {@link JobAnswer.NoneSubmitted}.
     */
    public JobAnswer submitAll(JobRequest.SubmitAll request) throws ClientException {
        return calls.ask(QueueGrpc.getSubmitAllMethod(), BulkMessages.write(request), BulkMessages::read);
    }

    /** Makes a job that waits more or less urgent, holds it, or lets it go on. */
    public JobAnswer.Submitted urge(JobRequest.Urge request) throws ClientException {
        return calls.ask(
                QueueGrpc.getUrgeMethod(), QueueMessages.write(request), reply -> QueueMessages.read(reply.getJob()));
    }

    /** Stops a job that runs, and lets it wait again. */
    public JobAnswer.Submitted requeue(JobRequest.Requeue request) throws ClientException {
        return calls.ask(
                QueueGrpc.getRequeueMethod(),
                QueueMessages.write(request),
                reply -> QueueMessages.read(reply.getJob()));
    }

    /** Sends a signal to the processes of a job that runs. */
    public JobAnswer.Submitted signal(SignalMessages.Wanted request) throws ClientException {
        return calls.ask(
                QueueGrpc.getSignalMethod(),
                SignalMessages.write(request),
                reply -> QueueMessages.read(reply.getJob()));
    }

    /** Lets a job run for another time than it asked for. */
    public JobAnswer.Submitted limit(JobRequest.Limit request) throws ClientException {
        return calls.ask(
                QueueGrpc.getLimitMethod(), QueueMessages.write(request), reply -> QueueMessages.read(reply.getJob()));
    }

    /** Why jobs wait. */
    public JobAnswer.Pending pending(JobRead.Pending request) throws ClientException {
        return calls.ask(QueueGrpc.getPendingMethod(), WaitMessages.write(request), WaitMessages::read);
    }

    /** Returns the places of waiting jobs in the queues, and the parts of their priorities. */
    public JobAnswer.Priorities priorities(JobRead.Priorities request) throws ClientException {
        return calls.ask(QueueGrpc.getPrioritiesMethod(), QueueStates.write(request), QueueStates::read);
    }

    /** Which job has resources when: now, reserved, and as it is expected of those that wait. */
    public JobAnswer.Timeline timeline(JobRead.Timeline request) throws ClientException {
        return calls.ask(QueueGrpc.getTimelineMethod(), TimelineMessages.write(request), TimelineMessages::read);
    }

    /** When which resources are busy: held, reserved, planned, or expected to be used by waiting jobs. */
    public JobAnswer.Horizon horizon(JobRead.Horizon request) throws ClientException {
        return calls.ask(QueueGrpc.getHorizonMethod(), HorizonMessages.write(request), HorizonMessages::read);
    }

    /** The queues, and how they stand. */
    public JobAnswer.Queues queues(JobRead.Queues request) throws ClientException {
        return calls.ask(QueueGrpc.getQueuesMethod(), QueueStates.write(request), QueueStates::read);
    }

    /** Lets a queue take jobs or refuse them, start them or let them wait. */
    public JobAnswer.Queues setQueue(JobRequest.SetQueue request) throws ClientException {
        return calls.ask(QueueGrpc.getSetQueueMethod(), QueueStates.write(request), QueueStates::read);
    }

    /** Gives a piece of input to the processes of a job. */
    public InputMessages.Taken input(InputMessages.Piece piece) throws ClientException {
        return calls.ask(QueueGrpc.getInputMethod(), InputMessages.write(piece), InputMessages::read);
    }

    /** A job with the processor time and memory that its processes used, so far or in all. */
    public UsageMessages.Measured usage(JobId job) throws ClientException {
        return calls.ask(QueueGrpc.getUsageMethod(), UsageMessages.write(job), UsageMessages::read);
    }

    /** Returns a piece of the output of a job's processes. */
    public OutputMessages.Piece output(OutputMessages.Wanted wanted) throws ClientException {
        return calls.ask(QueueGrpc.getOutputMethod(), OutputMessages.write(wanted), OutputMessages::read);
    }
}
