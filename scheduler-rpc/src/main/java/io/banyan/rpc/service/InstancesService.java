package io.banyan.rpc.service;

import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.AnswerWriter;
import io.banyan.rpc.wire.client.RequestReader;
import io.banyan.v1.InstancesGrpc;
import io.banyan.v1.SpawnReply;
import io.banyan.v1.SpawnRequest;
import io.banyan.v1.StopReply;
import io.banyan.v1.StopRequest;
import io.banyan.v1.TreeReply;
import io.banyan.v1.TreeRequest;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The service {@code Instances}: spawning, and the tree. */
public final class InstancesService extends InstancesGrpc.InstancesImplBase {
    private final CallDispatch calls;
    private final JobUsers users;

    /**
     * The service of the instance with this inbox.
     *
     * @param users the users that run the processes of spawned instances
     * @param executor reads and writes large messages
     */
    public InstancesService(Inbox inbox, JobUsers users, Executor executor) {
        this.users = users;
        this.calls = new CallDispatch(inbox, executor);
    }

    @Override
    public void spawn(SpawnRequest request, StreamObserver<SpawnReply> caller) {
        calls.ask(
                request,
                caller,
                client -> checked(client, RequestReader.read(request)),
                (answer, timings) -> AnswerWriter.spawn(answer));
    }

    /** Before it costs a job. */
    private Request.Spawn checked(Principal client, Request.Spawn request) throws WireException {
        try {
            LaunchCommand.requireOptions(request.options());
        } catch (IllegalArgumentException e) {
            throw new WireException(Failure.sentenceOf(e), e);
        }
        Optional<String> refusal = users.refusal(client.name(), client.osUser());
        if (refusal.isPresent()) {
            throw new WireException(Failure.FORBIDDEN, refusal.get());
        }
        return request;
    }

    @Override
    public void tree(TreeRequest request, StreamObserver<TreeReply> caller) {
        calls.ask(request, caller, client -> new Request.Tree(), (answer, timings) -> AnswerWriter.tree(answer));
    }

    @Override
    public void stop(StopRequest request, StreamObserver<StopReply> caller) {
        calls.ask(
                request,
                caller,
                client -> request.getKeepJobs() ? new Request.Suspend() : new Request.Stop(),
                (answer, timings) -> AnswerWriter.stop(answer));
    }
}
