package io.banyan.rpc.client;

import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.transport.Location;
import io.banyan.rpc.wire.Failure;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a daemon may be: in one place, or, where several daemons are one instance in turn, in the one of several that
 * leads. That one is looked for before the first call, and after one that failed, by asking each whether it serves. Any
 * thread may call.
 */
final class DaemonAddresses implements AutoCloseable {
    private static final long ASK_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 100;
    /**
     * So long another is looked for where one does not want this client: it may be a stranger that came to the place of
     * a daemon that is gone.
     */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Map<Location, ManagedChannel> channels = new LinkedHashMap<>();
    private final CallOptions options;
    private volatile @Nullable Place leader;

    /**
     * Where the calls go.
     *
     * @param address for messages
     */
    record Place(Location address, ManagedChannel channel) {}

    /** @throws IOException with one sentence, if a file for the encryption cannot be used */
    DaemonAddresses(Endpoint endpoint, EventLoops loops) throws IOException {
        this.options = endpoint.options();
        for (Location address : endpoint.locations()) {
            if (!channels.containsKey(address)) {
                channels.put(address, endpoint.channel(address, loops));
            }
        }
        if (channels.size() == 1) {
            leader = places().getFirst();
        }
    }

    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        channels.forEach((address, channel) -> places.add(new Place(address, channel)));
        return places;
    }

    /**
     * Where the daemon is that leads.
     *
     * @param untilNanos how long it is looked for
     * @throws ClientException where there is none until then
     */
    Place leader(long untilNanos) throws ClientException {
        Place known = leader;
        if (known != null && areSeveral() && known.channel().getState(false) != ConnectivityState.READY) {
            // It may be gone, and a call must not be the first to find out.
            leader = null;
            known = null;
        }
        long refusedUntil = Math.min(untilNanos, System.nanoTime() + REFUSED_NANOS);
        while (known == null) {
            known = look(refusedUntil);
            if (known == null) {
                pause(untilNanos);
                known = leader;
            }
        }
        leader = known;
        return known;
    }

    /**
     * The one that leads; else one that does not want this client, and says itself at the call why, where no other will
     * answer.
     */
    private @Nullable Place look(long refusedUntil) {
        List<Place> refusing = new ArrayList<>();
        for (Place place : places()) {
            switch (stance(place)) {
                case LEADS -> {
                    return place;
                }
                case REFUSES -> refusing.add(place);
                case NEITHER -> {}
            }
        }
        boolean isFinal = refusing.size() == channels.size() || System.nanoTime() - refusedUntil >= 0;
        return isFinal && !refusing.isEmpty() ? refusing.getFirst() : null;
    }

    /** Whether there is more than one. */
    boolean areSeveral() {
        return channels.size() > 1;
    }

    /** Records that the leader no longer leads, or may no longer lead. */
    void lost(Place was) {
        if (areSeveral() && was.equals(leader)) {
            leader = null;
        }
    }

    private enum Stance {
        LEADS,
        REFUSES,
        NEITHER
    }

    private Stance stance(Place place) {
        CallOptions timed = options.withDeadlineAfter(ASK_MILLIS, TimeUnit.MILLISECONDS);
        Context.CancellableContext first = Context.current().withCancellation();
        Context outer = first.attach();
        try {
            // A daemon reports its health to callers without a credential, but refuses an unknown credential.
            Iterator<HealthCheckResponse> answers = ClientCalls.blockingServerStreamingCall(
                    place.channel(), HealthGrpc.getWatchMethod(), timed, HealthCheckRequest.getDefaultInstance());
            boolean serves = answers.hasNext() && answers.next().getStatus() == ServingStatus.SERVING;
            return serves ? Stance.LEADS : Stance.NEITHER;
        } catch (StatusRuntimeException e) {
            return switch (Failure.in(e)) {
                case UNAUTHENTICATED, FORBIDDEN -> Stance.REFUSES;
                case Failure other -> Stance.NEITHER;
            };
        } finally {
            first.detach(outer);
            first.cancel(null);
        }
    }

    private void pause(long untilNanos) throws ClientException {
        try {
            if (untilNanos - System.nanoTime() <= 0) {
                throw nobody(null);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw nobody(e);
        }
    }

    private ClientException nobody(@Nullable Throwable cause) {
        String all = channels.keySet().stream().map(Location::toString).collect(Collectors.joining(", "));
        return new ClientException(Failure.UNREACHABLE, "No leading daemon answers at " + all + ".", cause);
    }

    @Override
    public void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
    }
}
