package io.banyan.rpc.config;

import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The file of a state directory with the address of its daemon, and that with the address of the daemon before it. */
public final class AddressFile {
    private static final int MAX_BYTES = 1024;
    private static final String ASK_OTHERWISE =
            "use --address and --token-file, or --address unix:PATH for the socket of the daemon.";

    private AddressFile() {}

    /** Writes the address, whole or not at all. */
    public static void write(StateDirectory state, Address address) throws IOException {
        Path fresh = state.path().resolve("address.new");
        Files.writeString(fresh, address + "\n");
        Files.move(fresh, state.address(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Keeps the address of a daemon that runs here no more for the next one, whose children look for it there.
     *
     * @throws IOException if the file cannot be moved
     */
    public static void retire(StateDirectory state) throws IOException {
        try {
            Files.move(
                    state.address(),
                    state.lastAddress(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException none) {
            // The previous daemon wrote no address, or another process has moved the file.
        }
    }

    /** Returns the address of the previous daemon; empty if there was none, or if it is unknown. */
    public static Optional<Address> readLast(StateDirectory state) {
        try {
            return Optional.of(
                    Address.parse(Files.readString(state.lastAddress()).strip()));
        } catch (IOException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /**
     * The address of the daemon that runs on the directory.
     *
     * @throws IOException with one sentence, if there is no such daemon
     */
    public static Address read(StateDirectory state) throws IOException {
        StateAccess.requireOpen(state, ASK_OTHERWISE);
        try {
            return Address.parse(text(state));
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "No daemon runs on the state directory " + state.path() + ": it has no file 'address'.\n"
                            + "Maybe: banyan start --state " + state.path(),
                    e);
        } catch (AccessDeniedException e) {
            throw StateAccess.denied(state.path(), "read", ASK_OTHERWISE);
        } catch (IllegalArgumentException e) {
            throw noAddress(state);
        }
    }

    /**
     * The file holds something else. The message does not show the contents: in another user's directory they can be
     * anything.
     */
    private static IOException noAddress(StateDirectory state) {
        return new IOException(
                "The file " + state.address() + " contains no address; expected HOST:PORT, such as 127.0.0.1:7070.");
    }

    private static String text(StateDirectory state) throws IOException {
        if (!ThisUser.trusts(state.path())) {
            return ForeignFile.readPublic(state.address(), MAX_BYTES).text().strip();
        }
        try (InputStream in = Files.newInputStream(state.address())) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
