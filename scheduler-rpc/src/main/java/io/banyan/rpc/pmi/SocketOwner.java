package io.banyan.rpc.pmi;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The user at the other end of a TCP connection on this machine, according to the kernel. A user cannot make a process
 * of another user the owner of a socket.
 */
final class SocketOwner {
    /** The kernel's connections: the second file lists IPv4 sockets that an IPv6 program opened. */
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    private static final String MAPPED = "0000000000000000FFFF0000";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int UID = 7;

    private SocketOwner() {}

    /** Whether the other end is on this machine. */
    static boolean isHere(Socket socket) throws IOException {
        InetAddress peer = socket.getInetAddress();
        return peer.isLoopbackAddress() || NetworkInterface.getByInetAddress(peer) != null;
    }

    /**
     * The number of the user at the other end, which is unsigned; empty if the kernel does not report it. O(connections
     * of this machine).
     */
    static OptionalInt of(Socket socket) throws IOException {
        Optional<String> here = name(socket.getLocalAddress(), socket.getLocalPort());
        Optional<String> there = name(socket.getInetAddress(), socket.getPort());
        if (here.isEmpty() || there.isEmpty()) {
            return OptionalInt.empty();
        }
        for (Path table : TABLES) {
            if (Files.isReadable(table)) {
                OptionalInt uid = in(table, there.get(), here.get());
                if (uid.isPresent()) {
                    return uid;
                }
            }
        }
        return OptionalInt.empty();
    }

    /** The user of one connection in a table such as the kernel's. */
    static OptionalInt in(Path table, String local, String remote) throws IOException {
        try (Stream<String> lines = Files.lines(table, StandardCharsets.ISO_8859_1)) {
            return lines.map(line -> line.strip().split("\\s+"))
                    .filter(words -> words.length > UID
                            && isName(words[LOCAL], local)
                            && isName(words[REMOTE], remote)
                            && words[UID].matches("\\d{1,10}"))
                    .mapToInt(words -> (int) Long.parseLong(words[UID]))
                    .findFirst();
        }
    }

    private static boolean isName(String word, String name) {
        return word.equals(name) || word.equals(MAPPED + name);
    }

    /** An address as the kernel writes it: a number in the order of this machine's bytes. */
    private static Optional<String> name(InetAddress address, int port) {
        if (!(address instanceof Inet4Address)) {
            return Optional.empty();
        }
        int number = ByteBuffer.wrap(address.getAddress())
                .order(ByteOrder.nativeOrder())
                .getInt();
        return Optional.of(String.format("%08X:%04X", number, port));
    }
}
