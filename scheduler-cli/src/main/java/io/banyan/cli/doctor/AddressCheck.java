package io.banyan.cli.doctor;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.PidFile;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/**
 * Whether a daemon can listen at an address.
 *
 * @param name what the address is for
 * @param key that names it
 * @param address where
 * @param state of the daemon, which may hold the address already
 * @param isWritten whether that daemon writes into its directory that it is there; otherwise it is believed to be where it was told to be
 */
record AddressCheck(String name, String key, Address address, StateDirectory state, boolean isWritten)
        implements Check {
    /** Where clients and children call. */
    static AddressCheck ofListener(Address address, StateDirectory state) {
        return new AddressCheck("listen address", "--listen", address, state, true);
    }

    /** Where Prometheus asks. */
    static AddressCheck ofMetrics(Address address, StateDirectory state) {
        return new AddressCheck("metrics address", "--metrics", address, state, false);
    }

    @Override
    public Finding examine() {
        InetSocketAddress place = address.resolve();
        if (place.isUnresolved()) {
            return problem("The host " + address.host() + " is not known here. Name another one in " + key + ".");
        }
        try (var socket = new ServerSocket()) {
            // As the daemon does: connections of the last one that are not quite over are no obstacle.
            socket.setReuseAddress(true);
            socket.bind(place);
            return ok(address.port() == 0 ? "Any free port of " + address.host() + " will do." : address + " is free.");
        } catch (IOException e) {
            return taken(e);
        }
    }

    private Finding taken(IOException why) {
        Optional<ProcessHandle> own = PidFile.running(state.pid());
        return own.isPresent() && isOurs()
                ? ok(address + " is held by the daemon that runs here (process "
                        + own.get().pid() + ").")
                : problem("Nothing can listen at " + address + ": " + why.getMessage()
                        + ". End the program that does (ss -ltnp " + "shows it), or name another address in " + key
                        + ".");
    }

    private boolean isOurs() {
        try {
            return !isWritten || state.readAddress().port() == address.port();
        } catch (IOException none) {
            return false;
        }
    }
}
