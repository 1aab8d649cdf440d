package io.banyan.cli.connect;

import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.UnixSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses the daemon that a command asks: options go before the environment, the environment before the client file,
 * and that before the daemons of this machine.
 */
public final class DaemonChoice {
    private final Environment environment;
    private final Supplier<ClientFiles> files;
    private final Path sockets;

    DaemonChoice(Environment environment, Supplier<ClientFiles> files, Path sockets) {
        this.environment = environment;
        this.files = files;
        this.sockets = sockets;
    }

    /** That of this process. The client files are read where they are needed. */
    public static DaemonChoice ofThisProcess() {
        return in(Environment.ofThisProcess());
    }

    /** The choice in another environment. */
    public static DaemonChoice in(Environment environment) {
        return new DaemonChoice(
                environment,
                () -> ClientFiles.read(environment.clientFile(), ClientFiles.OF_THE_MACHINE),
                UnixSocket.DIRECTORY);
    }

    /**
     * Returns the daemon, with the credentials of the calls.
     *
     * @param options the settings in the options of the command
     * @param context the context that an option names
     * @throws CommandFailure where they contradict each other
     */
    public ConnectionSettings of(ConnectionSettings options, Optional<String> context) {
        ConnectionSettings surroundings = environment.access();
        if (context.isPresent()) {
            return options.over(files.get().context(context.get()));
        }
        if (!options.addresses().isEmpty()) {
            return options.or(
                    isOneOf(options.addresses(), surroundings)
                            ? surroundings.withoutInstance()
                            : surroundings.withoutOwn());
        }
        if (options.state().isPresent()) {
            return options.or(surroundings.withoutOwn());
        }
        return options.over(unnamed(surroundings));
    }

    /**
     * Whether addresses that an option names can be those of the daemon that the environment is about: its token is for
     * that daemon alone.
     */
    private static boolean isOneOf(List<String> addresses, ConnectionSettings surroundings) {
        if (!surroundings.namesDaemon()) {
            return true;
        }
        List<String> known = surroundings.addresses().isEmpty()
                ? List.of(addressOf(new StateDirectory(surroundings.state().orElseThrow())))
                : surroundings.addresses();
        return known.containsAll(addresses);
    }

    /** Where no option names a daemon. */
    private ConnectionSettings unnamed(ConnectionSettings surroundings) {
        if (surroundings.namesDaemon()) {
            return one(surroundings);
        }
        Optional<String> current = environment.context().or(() -> files.get().current());
        return surroundings.over(
                current.isPresent()
                        ? files.get().context(current.get())
                        : new DaemonDiscovery(environment.defaultState(), sockets).access());
    }

    /**
     * An environment that names an address and a state directory means one daemon: that of an instance's command does.
     */
    private static ConnectionSettings one(ConnectionSettings surroundings) {
        if (surroundings.addresses().isEmpty() || surroundings.state().isEmpty()) {
            return surroundings;
        }
        var state = new StateDirectory(surroundings.state().get());
        if (!surroundings.addresses().equals(List.of(addressOf(state)))) {
            throw CommandFailure.wrongUse("BANYAN_ADDRESS and BANYAN_STATE name different daemons: "
                    + String.join(",", surroundings.addresses())
                    + " is not the address of the one with the state directory "
                    + state.path() + ".\nMaybe: unset one of them, or name the daemon with --address or --state");
        }
        return surroundings.withoutAddresses();
    }

    private static String addressOf(StateDirectory state) {
        try {
            return AddressFile.read(state).toString();
        } catch (IOException none) {
            return "";
        }
    }
}
