package io.banyan.rpc.daemon;

import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.TlsFiles;
import java.util.Optional;

/**
 * The security options of a daemon.
 *
 * @param tls the TLS files; empty for no encryption
 * @param insecure whether it may listen for other machines without encryption
 * @param jobsAsRoot whether the processes of jobs may run as root, where the daemon does
 * @param callsPerSecond how many calls a second a client may make on average; 0 for any number
 * @param auditFileBytes how long the audit log becomes before another is begun
 * @param socket where users of this machine reach it without a token; empty for nowhere
 */
public record SecurityConfig(
        Optional<TlsFiles> tls,
        boolean insecure,
        boolean jobsAsRoot,
        int callsPerSecond,
        long auditFileBytes,
        Optional<SocketConfig> socket) {
    /** Where nothing else is said. */
    public static final SecurityConfig DEFAULT =
            new SecurityConfig(Optional.empty(), false, false, 50_000, 64L << 20, Optional.empty());

    /** Returns the options with the processes of jobs running as root if the daemon does. */
    public SecurityConfig withJobsAsRoot(boolean allowed) {
        return new SecurityConfig(tls, insecure, allowed, callsPerSecond, auditFileBytes, socket);
    }

    /** Returns the options with the given socket. */
    public SecurityConfig listeningOn(Optional<SocketConfig> newSocket) {
        return new SecurityConfig(tls, insecure, jobsAsRoot, callsPerSecond, auditFileBytes, newSocket);
    }

    /**
     * Checks that it is safe to listen there.
     *
     * @throws IllegalArgumentException with one sentence, if it is not
     */
    void requireSafe(Address listen) {
        if (!listen.isLoopback() && tls.isEmpty() && !insecure) {
            throw new IllegalArgumentException(
                    listen
                            + " is reachable from other machines, and its traffic, including tokens, would not be encrypted.\nMaybe: --tls-cert FILE --tls-key FILE, or --insecure on a trusted network.");
        }
    }
}
