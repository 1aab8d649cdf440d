package io.banyan.rpc.security;

import io.banyan.schedule.JobId;
import io.grpc.Context;
import java.util.Optional;

/** Who makes a call, as the credential that came with it tells. */
public sealed interface Caller {
    /** Whoever holds the token of this instance's state directory. */
    record Owner() implements Caller {}

    /**
     * The child instance that runs as a job of this one.
     *
     * @param job the job that its credential is bound to
     */
    record Child(JobId job) implements Caller {}

    /** The caller of the call that the current thread serves; empty where no check was made. */
    static Optional<Caller> current() {
        return Optional.ofNullable(CallerKey.KEY.get());
    }

    /** Where the interceptor leaves the caller. */
    final class CallerKey {
        static final Context.Key<Caller> KEY = Context.key("banyan-caller");

        private CallerKey() {}
    }
}
