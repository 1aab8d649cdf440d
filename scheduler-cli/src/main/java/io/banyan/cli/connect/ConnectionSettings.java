package io.banyan.cli.connect;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings to reach a daemon, from one source: the options of a command, the environment or a context of the client
 * file. Each part may be absent.
 *
 * @param source the source's name for people
 * @param addresses of the daemon, {@code HOST:PORT} or {@code unix:PATH}
 * @param state its state directory
 * @param tokenFile the file with the token to ask with
 * @param instance the path of an instance in its tree
 * @param authority certificates of its authority
 * @param certificate of the client
 * @param key of that certificate
 * @param serverUser the user who may listen on a socket, beside root and the client's own
 */
public record ConnectionSettings(
        String source,
        List<String> addresses,
        Optional<Path> state,
        Optional<Path> tokenFile,
        Optional<String> instance,
        Optional<Path> authority,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<String> serverUser) {
    /** Copies the list. */
    public ConnectionSettings {
        addresses = List.copyOf(addresses);
    }

    /** Whether it says where the daemon is. */
    boolean namesDaemon() {
        return !addresses.isEmpty() || state.isPresent();
    }

    /**
     * Returns settings for the same daemon, with absent parts from another source; the location of the daemon is not
     * added.
     */
    ConnectionSettings or(ConnectionSettings other) {
        return new ConnectionSettings(
                source,
                addresses,
                state,
                tokenFile.or(other::tokenFile),
                instance.or(other::instance),
                authority.or(other::authority),
                certificate.or(other::certificate),
                key.or(other::key),
                serverUser.or(other::serverUser));
    }

    /** The parts of this one over the daemon of another source. */
    ConnectionSettings over(ConnectionSettings below) {
        ConnectionSettings mine = or(below);
        return new ConnectionSettings(
                below.source,
                below.addresses,
                below.state,
                mine.tokenFile,
                mine.instance,
                mine.authority,
                mine.certificate,
                mine.key,
                mine.serverUser);
    }

    /** Returns these settings with the state directory only, without addresses. */
    ConnectionSettings withoutAddresses() {
        return new ConnectionSettings(
                source, List.of(), state, tokenFile, instance, authority, certificate, key, serverUser);
    }

    /** Returns these settings without those of one daemon only: its token, and an instance in its tree. */
    ConnectionSettings withoutOwn() {
        return new ConnectionSettings(
                source, addresses, state, Optional.empty(), Optional.empty(), authority, certificate, key, serverUser);
    }

    /** Returns these settings without the instance. */
    ConnectionSettings withoutInstance() {
        return new ConnectionSettings(
                source, addresses, state, tokenFile, Optional.empty(), authority, certificate, key, serverUser);
    }
}
