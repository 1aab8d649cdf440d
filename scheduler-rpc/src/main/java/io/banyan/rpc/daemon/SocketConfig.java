package io.banyan.rpc.daemon;

import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.transport.UnixSocket;

/**
 * The Unix-domain socket of a daemon.
 *
 * @param socket where it is
 * @param isRequired whether the daemon does not start without it: a default path may be another daemon's
 * @param access which users of this machine come in through it
 */
public record SocketConfig(UnixSocket socket, boolean isRequired, LocalAccess access) {}
