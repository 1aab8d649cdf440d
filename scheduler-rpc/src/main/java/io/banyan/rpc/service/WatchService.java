package io.banyan.rpc.service;

import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.resource.JobId;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.watch.Notices;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.WatchMessages;
import io.banyan.v1.WatchEvent;
import io.banyan.v1.WatchGrpc;
import io.banyan.v1.WatchRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The service {@code Watch}: the events of an instance. Users get events of their own jobs, and events that concern no
 * job.
 */
public final class WatchService extends WatchGrpc.WatchImplBase {
    /** How many may watch at once. */
    static final int MOST = 1_000;
    /** The maximum for one client without the role admin. */
    static final int MOST_OF_ONE = 16;

    private final Notices notices;
    private final Predicate<Caller.Client> isStillIn;
    private final Map<String, Integer> byName = new ConcurrentHashMap<>();
    private final Executor executor;
    private final InstantSource clock;

    /**
     * The service of the instance whose notices these are.
     *
     * @param isStillIn whether a client still has the principal and role of its call
     * @param executor sends on its threads
     */
    public WatchService(Notices notices, Predicate<Caller.Client> isStillIn, Executor executor, InstantSource clock) {
        this.notices = notices;
        this.isStillIn = isStillIn;
        this.executor = executor;
        this.clock = clock;
    }

    @Override
    public void events(WatchRequest request, StreamObserver<WatchEvent> answer) {
        var caller = (ServerCallStreamObserver<WatchEvent>) answer;
        if (!(Caller.current().orElse(null) instanceof Caller.Client client)) {
            caller.onError(Failure.UNAUTHENTICATED.because("The caller has not been authenticated."));
            return;
        }
        if (notices.watchers() >= MOST) {
            caller.onError(Failure.OVERLOADED.because(
                    "Too many watches are open; the limit is " + MOST + "; try again later."));
            return;
        }
        try {
            begin(client, request, caller);
        } catch (WireException e) {
            caller.onError(Failure.of(e));
        }
    }

    private void begin(Caller.Client asker, WatchRequest request, ServerCallStreamObserver<WatchEvent> caller)
            throws WireException {
        Principal client = asker.principal();
        Cursor after =
                WatchMessages.cursor(request).orElseGet(() -> request.getFromFirst() ? notices.first() : notices.now());
        long until = request.getUntilNow() ? notices.now().number() : Long.MAX_VALUE;
        if (!notices.knows(after)) {
            caller.onError(Failure.NOT_FOUND.because("The events after " + after
                    + " are no longer kept: read the current state, and watch from now on."));
            return;
        }
        Optional<JobId> job = WatchMessages.job(request);
        if (!enter(client)) {
            caller.onError(Failure.OVERLOADED.because("'" + client.name() + "' has too many watches open; the limit is "
                    + MOST_OF_ONE + "; end another watch first."));
            return;
        }
        var watcher = new WatchStream(
                notices,
                after,
                until,
                notice -> maySee(client, notice)
                        && job.stream().allMatch(one -> notice.job().equals(Optional.of(one))),
                () -> isStillIn.test(asker),
                caller,
                executor);
        var isLeft = new AtomicBoolean();
        Runnable leaving = () -> {
            notices.leave(watcher);
            if (isLeft.compareAndSet(false, true)) {
                leave(client);
            }
        };
        caller.setOnCancelHandler(leaving);
        caller.setOnCloseHandler(leaving);
        caller.setOnReadyHandler(watcher);
        caller.onNext(WatchMessages.write(after, Notice.watching(clock.millis())));
        notices.wake(watcher);
        watcher.run();
    }

    private boolean enter(Principal client) {
        if (client.role() == Role.ADMIN) {
            return true;
        }
        if (byName.merge(client.name(), 1, Integer::sum) <= MOST_OF_ONE) {
            return true;
        }
        leave(client);
        return false;
    }

    private void leave(Principal client) {
        if (client.role() != Role.ADMIN) {
            byName.computeIfPresent(client.name(), (name, count) -> count == 1 ? null : count - 1);
        }
    }

    private static boolean maySee(Principal client, Notice notice) {
        return client.role() != Role.USER
                || notice.job().isEmpty()
                || notice.owner().equals(Optional.of(client.name()));
    }
}
