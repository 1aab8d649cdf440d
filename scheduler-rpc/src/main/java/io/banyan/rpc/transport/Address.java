package io.banyan.rpc.transport;

import io.banyan.resource.Numeral;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;

/**
 * Where a daemon listens.
 *
 * @param host a name or a numeric address (IPv6 without brackets)
 * @param port 0 to 65535; 0 stands for any free one, where a daemon is to listen
 */
public record Address(String host, int port) implements Location {
    private static final int MAX_PORT = 65_535;

    /** Checks that there is a host and that the port is one. */
    public Address {
        if (host.isBlank()) {
            throw new IllegalArgumentException("An address requires a host: HOST:PORT.");
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("A port must be 0 to " + MAX_PORT + ", found " + port + ".");
        }
    }

    /**
     * Reads {@code HOST:PORT} or {@code [IPv6]:PORT}.
     *
     * @throws IllegalArgumentException with one sentence, if the text is neither
     */
    public static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            host = "";
        }
        try {
            if (!host.isBlank()) {
                return new Address(host, Math.toIntExact(Numeral.parse(text.substring(colon + 1))));
            }
        } catch (NumberFormatException | ArithmeticException notANumber) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an address: expected HOST:PORT, such as 127.0.0.1:7070.", notANumber);
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not an address: expected HOST:PORT, such as 127.0.0.1:7070.");
    }

    /**
     * Parses the address of a daemon to connect to.
     *
     * @throws IllegalArgumentException with one sentence, if the text is none, or has the port 0, at which no daemon
     *     listens
     */
    public static Address parseReachable(String text) {
        Address address = parse(text);
        if (address.port() == 0) {
            throw new IllegalArgumentException("No daemon can be reached at " + text + ": specify the port.");
        }
        return address;
    }

    /** The address with its host looked up. */
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    /** Whether only this machine can reach it. */
    public boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    @Override
    public ManagedChannel channel(EventLoops loops, Optional<ClientTls> tls, Set<String> trusted) throws IOException {
        return tls.isPresent() ? Channels.forCalls(this, loops, tls.get()) : Channels.forCalls(this, loops);
    }

    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
