package io.banyan.cli.connect;

import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.Location;
import io.banyan.rpc.transport.UnixSocket;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the daemon of this machine for a command that names none: the daemon of the user with the default state
 * directory, or otherwise the daemon with a socket in the directory for daemons of root.
 *
 * @param state the usual state directory
 * @param sockets where the sockets are
 */
record DaemonDiscovery(Path state, Path sockets) {
    private static final String USUAL = "banyan" + UnixSocket.SUFFIX;

    /**
     * The daemon.
     *
     * @throws CommandFailure where there are several sockets and none has the usual name
     */
    ConnectionSettings access() {
        if (Files.exists(new StateDirectory(state).address())) {
            return byState();
        }
        List<Path> found = found();
        Optional<Path> usual =
                found.stream().filter(path -> path.endsWith(USUAL)).findFirst();
        if (usual.isEmpty() && found.size() > 1) {
            throw CommandFailure.no("several daemons on this machine have a socket: "
                    + found.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + ".\nMaybe: --address " + Location.UNIX + found.getFirst());
        }
        return usual.or(() -> found.stream().findFirst())
                .map(DaemonDiscovery::bySocket)
                .orElseGet(this::byState);
    }

    private List<Path> found() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(sockets, "*" + UnixSocket.SUFFIX)) {
            files.forEach(found::add);
        } catch (IOException none) {
            return List.of();
        }
        return found.stream().sorted().toList();
    }

    private ConnectionSettings byState() {
        return access(List.of(), Optional.of(state));
    }

    private static ConnectionSettings bySocket(Path socket) {
        return access(List.of(Location.UNIX + socket), Optional.empty());
    }

    private static ConnectionSettings access(List<String> addresses, Optional<Path> state) {
        return new ConnectionSettings(
                "this machine",
                addresses,
                state,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
