package io.banyan.rpc.client;

import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.wire.Failure;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a daemon may be: in one place, or, where several daemons are one instance in turn, in the one of several that leads. That one is looked for
 * before the first call, and after one that failed, by asking each whether it serves. Any thread may call.
 */
final class Places implements AutoCloseable {
    private static final long ASK_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 100;

    private final Map<Address, ManagedChannel> channels = new LinkedHashMap<>();
    private final CallOptions options;
    private volatile @Nullable Place leader;

    /**
     * Where the calls go.
     *
     * @param address for messages
     */
    record Place(Address address, ManagedChannel channel) {}

    /** @throws IOException with one sentence, if a file for the encryption cannot be used */
    Places(Endpoint endpoint, EventLoops loops) throws IOException {
        this.options = endpoint.options();
        for (Address address : endpoint.addresses()) {
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
        while (known == null) {
            for (Place place : places()) {
                if (leads(place)) {
                    leader = place;
                    return place;
                }
            }
            pause(untilNanos);
            known = leader;
        }
        return known;
    }

    /** Whether there is more than one. */
    boolean areSeveral() {
        return channels.size() > 1;
    }

    /** Whoever led does so no more, or may not. */
    void lost(Place was) {
        if (areSeveral() && was.equals(leader)) {
            leader = null;
        }
    }

    private boolean leads(Place place) {
        CallOptions timed = options.withDeadlineAfter(ASK_MILLIS, TimeUnit.MILLISECONDS);
        try {
            HealthCheckResponse answer = ClientCalls.blockingUnaryCall(
                    place.channel(), HealthGrpc.getCheckMethod(), timed, HealthCheckRequest.getDefaultInstance());
            return answer.getStatus() == HealthCheckResponse.ServingStatus.SERVING;
        } catch (StatusRuntimeException e) {
            // One that answers at all says itself, at the call, why it does not want this client.
            return switch (Failure.in(e)) {
                case UNAUTHENTICATED, FORBIDDEN -> true;
                case Failure other -> false;
            };
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
        String all = channels.keySet().stream().map(Address::toString).collect(Collectors.joining(", "));
        return new ClientException(Failure.UNREACHABLE, "No daemon that leads answers at " + all + ".", cause);
    }

    @Override
    public void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
    }
}
