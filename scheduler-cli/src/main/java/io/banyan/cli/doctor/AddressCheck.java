package io.banyan.cli.doctor;

import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/**
 * Whether a daemon can listen at an address.
 *
 * @param name the purpose of the address
 * @param key that names it
 * @param address where
 * @param state of the daemon, which may hold the address already
 * @param holder finds another process that may hold it
 */
record AddressCheck(String name, String key, Address address, StateDirectory state, Holder holder) implements Check {
    /** Identifies the process that listens at a taken address. */
    @FunctionalInterface
    interface Holder {
        /**
         * Whether it is the daemon that runs on the state directory.
         *
         * @param pid of its process
         */
        boolean isOurs(long pid) throws IOException;
    }

    /** Where clients and children call; the daemon has written down where that is. */
    static AddressCheck ofListener(Address address, StateDirectory state) {
        return new AddressCheck(
                "listen address",
                "--listen",
                address,
                state,
                pid -> AddressFile.read(state).port() == address.port());
    }

    /** The address that Prometheus scrapes. A daemon that answers there identifies its process. */
    static AddressCheck ofMetrics(Address address, StateDirectory state) {
        return new AddressCheck(
                "metrics address", "--metrics", address, state, pid -> MetricsLook.isOf(address.resolve(), pid));
    }

    @Override
    public DoctorFinding examine() {
        InetSocketAddress place = address.resolve();
        if (place.isUnresolved()) {
            return problem("The host " + address.host()
                    + " cannot be resolved on this machine. Specify another host in " + key + ".");
        }
        try (var socket = new ServerSocket()) {
            // As the daemon does: connections of the last one that are not quite over are no obstacle.
            socket.setReuseAddress(true);
            socket.bind(place);
            return ok(
                    address.port() == 0
                            ? "The daemon uses any free port of " + address.host() + "."
                            : address + " is free.");
        } catch (IOException e) {
            return taken(e);
        }
    }

    private DoctorFinding taken(IOException why) {
        Optional<Long> own =
                PidFile.running(state.pid()).map(ProcessHandle::pid).filter(this::isOurs);
        return own.map(pid -> ok(address + " is in use by the daemon that runs here (process " + pid + ")."))
                .orElseGet(() -> problem("The daemon cannot listen at " + address + ": " + why.getMessage()
                        + ". End the program that uses the address (ss -ltnp shows it), or specify another one with "
                        + key + "."));
    }

    private boolean isOurs(long pid) {
        try {
            return holder.isOurs(pid);
        } catch (IOException none) {
            return false;
        }
    }
}
