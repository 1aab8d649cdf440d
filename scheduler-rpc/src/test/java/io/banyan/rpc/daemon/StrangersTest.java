package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.Address;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what somebody without a token, who speaks HTTP/2 by himself, can do to a daemon on his machine. */
@Timeout(60)
class StrangersTest {
    private static final String CHECK = "/grpc.health.v1.Health/Check";
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int END_OF_HEADERS = 4;

    @TempDir
    private Path directory;

    private Daemon daemon;

    @BeforeEach
    void start() throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .build());
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    /** One connection. */
    private static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataOutputStream out;
        private final DataInputStream in;

        Peer(Address address) throws IOException {
            socket = new Socket(address.host(), address.port());
            socket.setSoTimeout(20_000);
            out = new DataOutputStream(socket.getOutputStream());
            in = new DataInputStream(socket.getInputStream());
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            frame(SETTINGS, 0, 0, new byte[0]);
        }

        void frame(int type, int flags, int stream, byte[] payload) throws IOException {
            out.writeByte(payload.length >> 16);
            out.writeShort(payload.length);
            out.writeByte(type);
            out.writeByte(flags);
            out.writeInt(stream);
            out.write(payload);
        }

        void begin(int stream, String path) throws IOException {
            var headers = new ByteArrayOutputStream();
            for (List<String> header : List.of(
                    List.of(":method", "POST"),
                    List.of(":scheme", "http"),
                    List.of(":path", path),
                    List.of(":authority", "localhost"),
                    List.of("content-type", "application/grpc"),
                    List.of("te", "trailers"))) {
                headers.write(0);
                for (String text : header) {
                    headers.write(text.length());
                    headers.write(text.getBytes(StandardCharsets.US_ASCII));
                }
            }
            frame(HEADERS, END_OF_HEADERS, stream, headers.toByteArray());
        }

        /** Waits for the end of a stream, however the server says it. */
        boolean seesTheEndOf(int stream) throws IOException {
            while (true) {
                int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                int of = in.readInt();
                in.skipNBytes(length);
                if (of == stream && (type == RESET || (type == HEADERS && (flags & 1) != 0))) {
                    return true;
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void aLongMessageWithoutAnEndIsRefusedAsItComes() throws Exception {
        byte[] beginning = new byte[8 << 10];
        beginning[2] = 32; // A length of two megabytes.
        try (var peer = new Peer(daemon.address())) {
            for (int stream = 1; stream < 40; stream += 2) {
                peer.begin(stream, CHECK);
                peer.frame(DATA, 0, stream, beginning);
                assertThat(peer.seesTheEndOf(stream)).isTrue();
            }
        }
        try (BanyanClient owner = BanyanClient.ofStateDirectory(directory.resolve("state"))) {
            assertThat(owner.stat().name()).isEqualTo("top");
        }
    }

    /** More than half of all connections, which is what one machine may have. */
    private static int many() {
        long files = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
        return (int) Math.min(5_000, files / 4 + 100);
    }

    @Test
    void idleConnectionsInGreatNumberDoNotKeepTheOwnerOut() throws Exception {
        List<Peer> idle = new ArrayList<>();
        try {
            for (int i = 0; i < many(); i++) {
                idle.add(new Peer(daemon.address()));
            }
            try (BanyanClient owner = BanyanClient.ofStateDirectory(directory.resolve("state"))) {
                assertThat(owner.stat().name()).isEqualTo("top");
                for (int i = 0; i < many(); i++) {
                    idle.add(new Peer(daemon.address()));
                    idle.removeFirst().close();
                }
                assertThat(owner.stat().name()).isEqualTo("top");
            }
        } finally {
            for (Peer peer : idle) {
                peer.close();
            }
        }
    }

    @Test
    void manyWhoWatchTheHealthDoNotKeepTheOwnerOut() throws Exception {
        try (var peer = new Peer(daemon.address())) {
            for (int stream = 1; stream < 2_000; stream += 2) {
                peer.begin(stream, "/grpc.health.v1.Health/Watch");
            }
            try (BanyanClient owner = BanyanClient.ofStateDirectory(directory.resolve("state"))) {
                assertThat(owner.stat().name()).isEqualTo("top");
            }
        }
    }
}
