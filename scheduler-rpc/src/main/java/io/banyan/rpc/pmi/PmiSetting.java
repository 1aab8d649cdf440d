package io.banyan.rpc.pmi;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the ranks of jobs are served, and at which address of this machine.
 *
 * @param isOn whether they are
 * @param host the name or the address; empty for the one that suits
 */
public record PmiSetting(boolean isOn, Optional<String> host) {
    /** At the address that suits. */
    public static final PmiSetting AUTO = new PmiSetting(true, Optional.empty());

    private static final PmiSetting OFF = new PmiSetting(false, Optional.empty());
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    /** Reads {@code auto}, {@code off}, or an address. */
    public static PmiSetting parse(String text) {
        return switch (text) {
            case "auto" -> AUTO;
            case "off" -> OFF;
            case "" -> throw new IllegalArgumentException("an address must not be empty");
            default -> new PmiSetting(true, Optional.of(text));
        };
    }

    /**
     * The address for a job; empty where it is not served. Without a name, it is the loopback address for tasks of this
     * machine; for others the address of this machine's name, or else of its first network interface.
     *
     * @param isElsewhere whether tasks can run on other machines
     * @throws IOException if there is no such address
     */
    public Optional<InetAddress> address(boolean isElsewhere) throws IOException {
        if (!isOn) {
            return Optional.empty();
        }
        if (host.isPresent()) {
            return Optional.of(named(host.get()));
        }
        if (!isElsewhere) {
            return Optional.of(InetAddress.getByAddress(LOOPBACK));
        }
        InetAddress named = InetAddress.getLocalHost();
        return isSuited(named) ? Optional.of(named) : ofAnInterface();
    }

    /** An address of IPv4: ranks know no others. */
    private static InetAddress named(String host) throws IOException {
        return Stream.of(InetAddress.getAllByName(host))
                .filter(Inet4Address.class::isInstance)
                .findFirst()
                .orElseThrow(() -> new IOException("'" + host
                        + "' (execution.pmi) has no IPv4 address, and MPI libraries connect only to IPv4 addresses"));
    }

    private static Optional<InetAddress> ofAnInterface() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(PmiSetting::isSuited)
                .findFirst();
    }

    /** Whether ranks on other machines can connect to an address. */
    private static boolean isSuited(InetAddress address) {
        return address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isLinkLocalAddress();
    }

    @Override
    public String toString() {
        return isOn ? host.orElse("auto") : "off";
    }
}
