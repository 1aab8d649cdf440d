package io.banyan.rpc.wire.session;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.Principal;
import java.util.concurrent.TimeUnit;

/**
 * A client's call of an instance, as it is passed on from one to the next.
 *
 * @param instance that is called
 * @param method by its full name, such as {@code banyan.v1.Scheduler/Jobs}
 * @param request of that method
 * @param asker the principal of the client in the receiving instance
 * @param origin where it came in
 * @param untilNanos how long the client waits, by {@link System#nanoTime()}
 * @param requestId of the call
 */
public record RelayedCall(
        InstancePath instance,
        String method,
        Payload request,
        Principal asker,
        Origin origin,
        long untilNanos,
        String requestId) {
    /**
     * Where a call came in.
     *
     * @param from the address of the client
     * @param through the path of the instance to which the client is connected; empty until that has looked at it
     */
    public record Origin(String from, String through) {}

    /**
     * Returns the call for the next step down.
     *
     * @param other the principal of the client there
     * @param last which instance passes it on
     */
    public RelayedCall as(Principal other, InstancePath last) {
        Origin known = origin.through().isEmpty() ? new Origin(origin.from(), last.toString()) : origin;
        return new RelayedCall(instance, method, request, other, known, untilNanos, requestId);
    }

    /** How much longer the client waits; 0 where it does no more. */
    public long remainingNanos() {
        return Math.max(0, untilNanos - System.nanoTime());
    }

    long remainingMillis() {
        return TimeUnit.NANOSECONDS.toMillis(remainingNanos());
    }
}
