package io.banyan.rpc.security;

import io.banyan.instance.message.value.Principal;
import io.banyan.resource.JobId;
import io.grpc.Context;
import java.util.Locale;
import java.util.Optional;

/** The caller, known by the credential of the call. */
public sealed interface Caller {
    /** The means by which a client was authenticated. */
    enum Means {
        /** The token of this instance's state directory. */
        OWNER_TOKEN,
        /** A named token. */
        TOKEN,
        /** The certificate of its side of the connection. */
        CERTIFICATE,
        /** The user id of its side of a Unix-domain socket. */
        SOCKET,
        /** The statement of the parent, which passed the call on and knows its caller. */
        RELAY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A client.
     *
     * @param knownBy the fingerprint of the token, the common name of the certificate, or the user at the other end of
     *     a socket; empty for the owner's token
     */
    record Client(Principal principal, Means means, String knownBy) implements Caller {
        /** The holder of the token of this instance's state directory. */
        static final Client OWNER = new Client(Principal.OWNER, Means.OWNER_TOKEN, "");

        /** Whether the caller is the owner of this instance and calls it directly. */
        boolean isOwner() {
            return switch (means) {
                case OWNER_TOKEN -> true;
                case SOCKET -> principal.equals(Principal.OWNER);
                case TOKEN, CERTIFICATE, RELAY -> false;
            };
        }
    }

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

    /** The client whose call the current thread serves; empty where it is none, or no check was made. */
    static Optional<Principal> client() {
        return CallerKey.KEY.get() instanceof Client client ? Optional.of(client.principal()) : Optional.empty();
    }

    /** Where the interceptor leaves the caller. */
    final class CallerKey {
        static final Context.Key<Caller> KEY = Context.key("banyan-caller");

        private CallerKey() {}
    }
}
