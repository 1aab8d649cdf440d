package io.banyan.engine.fill;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.fill.FillJournal;
import io.banyan.workflow.fill.node.FillServer;
import io.banyan.workflow.fill.node.FillServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;

/** The start of the server of a filler at an address that its workers can reach. */
final class ServerStart {
    /** The longest time for which tasks wait after a restart until the workers that ran before are back. */
    private static final Duration COMEBACK = Duration.ofMinutes(10);

    private ServerStart() {}

    /** Starts a server, at the address of the one before if that is free, and writes its address. */
    static FillServer start(
            FillerSettings settings,
            FillerFiles files,
            BatchReservation reservation,
            FillJournal journal,
            TaskLedger ledger)
            throws IOException {
        InetAddress address = address(settings, reservation);
        FillServerOptions options = FillServerOptions.onLoopback(files.secret(), journal)
                .withComeback(COMEBACK)
                .told(ledger);
        FillServer server;
        try {
            server = FillServer.start(options.at(new InetSocketAddress(address, earlierPort(files))));
        } catch (IOException e) {
            server = FillServer.start(options.at(new InetSocketAddress(address, 0)));
        }
        try {
            files.address(
                    settings.address().orElse(address.getHostAddress()),
                    server.address().getPort());
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private static int earlierPort(FillerFiles files) {
        try {
            return files.address().getPort();
        } catch (IOException e) {
            return 0;
        }
    }

    private static InetAddress address(FillerSettings settings, BatchReservation reservation) throws IOException {
        if (settings.address().isPresent()) {
            return InetAddress.getByName(settings.address().get());
        }
        boolean isHere = reservation.shares().stream().map(ReservedShare::node).allMatch(ServerStart::isHere);
        return isHere ? InetAddress.getLoopbackAddress() : InetAddress.getLocalHost();
    }

    /** Returns whether a node is this machine, or a part of it whose name the network does not know. */
    private static boolean isHere(String node) {
        try {
            InetAddress address = InetAddress.getByName(node);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return true;
        }
    }
}
