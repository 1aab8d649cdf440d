package io.banyan.rpc.service;

import io.banyan.instance.Principal;
import io.banyan.instance.Role;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.watch.Notices;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WatchMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.schedule.JobId;
import io.banyan.v1.WatchEvent;
import io.banyan.v1.WatchGrpc;
import io.banyan.v1.WatchRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The service {@code Watch}: what happens, as it happens. A user is told of his own jobs, and of what is everybody's. */
public final class WatchService extends WatchGrpc.WatchImplBase {
    /** How many may watch at once. */
    static final int MOST = 1_000;

    private final Notices notices;
    private final Executor executor;
    private final InstantSource clock;

    /** The service of the instance whose notices these are; the executor's threads send. */
    public WatchService(Notices notices, Executor executor, InstantSource clock) {
        this.notices = notices;
        this.executor = executor;
        this.clock = clock;
    }

    @Override
    public void events(WatchRequest request, StreamObserver<WatchEvent> answer) {
        var caller = (ServerCallStreamObserver<WatchEvent>) answer;
        Optional<Principal> client = Caller.client();
        if (client.isEmpty()) {
            caller.onError(Failure.UNAUTHENTICATED.because("Nobody has checked who makes this call."));
            return;
        }
        if (notices.watchers() >= MOST) {
            caller.onError(Failure.OVERLOADED.because("As many watch as may, which is " + MOST + "; try again later."));
            return;
        }
        try {
            begin(client.get(), request, caller);
        } catch (WireException e) {
            caller.onError(Failure.of(e));
        }
    }

    private void begin(Principal client, WatchRequest request, ServerCallStreamObserver<WatchEvent> caller)
            throws WireException {
        Cursor after = WatchMessages.cursor(request).orElseGet(notices::now);
        if (!notices.knows(after)) {
            caller.onError(Failure.NOT_FOUND.because("What happened after " + after
                    + " is not remembered: look at what there is now, and watch from now on."));
            return;
        }
        Optional<JobId> job = WatchMessages.job(request);
        var watcher = new Watcher(
                notices,
                after,
                notice -> maySee(client, notice)
                        && job.stream().allMatch(one -> notice.job().equals(Optional.of(one))),
                caller,
                executor);
        caller.setOnCancelHandler(() -> notices.leave(watcher));
        caller.setOnReadyHandler(watcher);
        caller.onNext(WatchMessages.write(
                after, new Notice(clock.millis(), Notice.Kind.WATCHING, Optional.empty(), Optional.empty(), "")));
        notices.wake(watcher);
        watcher.run();
    }

    private static boolean maySee(Principal client, Notice notice) {
        return client.role() != Role.USER
                || notice.job().isEmpty()
                || notice.owner().equals(Optional.of(client.name()));
    }
}
