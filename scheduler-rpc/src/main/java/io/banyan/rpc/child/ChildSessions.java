package io.banyan.rpc.child;

import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.relay.AnswerTo;
import io.banyan.rpc.relay.Downward;
import io.banyan.rpc.relay.Passed;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.Down;
import io.banyan.rpc.wire.session.RelayedCall;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.HierarchyGrpc;
import io.banyan.v1.ParentFrame;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The sessions of an instance's children, one a job. The credential identifies a child, never its messages; a new
 * session of the same job replaces the old one.
 */
public final class ChildSessions extends HierarchyGrpc.HierarchyImplBase implements Outlets.ToChildren, Downward {
    /** The service that only children call, by its full name. */
    public static final String SERVICE = HierarchyGrpc.SERVICE_NAME;

    private final Inbox inbox;
    private final ChildCredentials credentials;
    private final Executor executor;
    private final Map<JobId, ChildSession> sessions = new ConcurrentHashMap<>();

    /**
     * No sessions yet.
     *
     * @param inbox receives the children's messages
     * @param credentials of the children; one that has taken leave needs its own no more
     * @param executor encodes the messages to them
     */
    public ChildSessions(Inbox inbox, ChildCredentials credentials, Executor executor) {
        this.inbox = inbox;
        this.credentials = credentials;
        this.executor = executor;
    }

    @Override
    public StreamObserver<ChildFrame> session(StreamObserver<ParentFrame> toChild) {
        Caller caller = Caller.current()
                .orElseThrow(() -> Failure.UNAUTHENTICATED.because("A session requires the credential of a child."));
        return switch (caller) {
            case Caller.Child child ->
                new ChildSession(child.job(), (ServerCallStreamObserver<ParentFrame>) toChild, this, inbox, executor);
            case Caller.Client client -> throw Failure.FORBIDDEN.because("Only a child instance can open a session.");
        };
    }

    @Override
    public void send(JobId child, DownMessage message, List<LevelTiming> timings) {
        if (message instanceof DownMessage.LeaveSeen) {
            credentials.revoke(child);
        }
        ChildSession session = sessions.get(child);
        if (session != null) {
            session.send(new Down(message, timings));
        }
    }

    @Override
    public Passed pass(JobId child, InstancePath path, RelayedCall call, AnswerTo answer) {
        ChildSession session = sessions.get(child);
        if (session == null) {
            answer.end(Failure.UNREACHABLE.because("There is no connection to instance " + path + " now."));
            return Passed.OVER;
        }
        return session.pass(path, call, answer);
    }

    /** The session of a child has begun. */
    void begun(JobId child, ChildSession session) {
        ChildSession before = sessions.put(child, session);
        if (before != null) {
            before.fail(Failure.EXISTS.because("Another session of job " + child.value() + " has replaced it."));
        }
    }

    /** Whether this was the child's session until now. */
    boolean ended(JobId child, ChildSession session) {
        return sessions.remove(child, session);
    }
}
