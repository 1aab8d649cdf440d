package io.banyan.rpc.transport;

import io.banyan.rpc.files.ThisUser;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of a socket on which this process listens. A file beside it is locked as long as the process lives, which
 * distinguishes the socket of a killed process from that of a running one.
 */
public final class SocketFile implements AutoCloseable {
    private static final Set<PosixFilePermission> FOR_EVERYBODY = PosixFilePermissions.fromString("rw-rw-rw-");
    private static final Set<PosixFilePermission> FOR_THE_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwxr-xr-x");

    private final Path path;
    private final Closeable lock;

    private SocketFile(Path path, Closeable lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Takes the path for this process, and removes the socket that an earlier one left there. The directory is made
     * where it is not there.
     *
     * @throws IOException with one sentence, if another process listens there, something else is there, or others could
     *     put a socket there
     */
    public static SocketFile take(UnixSocket socket) throws IOException {
        Path path = socket.path();
        requireSafe(path);
        FileChannel channel = FileChannel.open(
                path.resolveSibling(path.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        try {
            if (tryLock(channel) == null) {
                throw new IOException("Another running daemon listens on the socket " + path
                        + ".\nMaybe: choose another path with --socket PATH.");
            }
            removeLeft(path);
            return new SocketFile(path, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Takes the path of a socket in a directory that this process has locked.
     *
     * @throws IOException with one sentence, if something else is there, or others could put a socket there
     */
    public static SocketFile takeInOwn(UnixSocket socket) throws IOException {
        requireSafe(socket.path());
        removeLeft(socket.path());
        return new SocketFile(socket.path(), () -> {});
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ofThisProcess) {
            return null;
        }
    }

    private static void requireSafe(Path path) throws IOException {
        Path directory = path.getParent();
        if (directory == null) {
            throw new IOException("The socket " + path + " has no directory.");
        }
        if (Files.notExists(directory)) {
            Files.createDirectory(directory);
            Files.setPosixFilePermissions(directory, DIRECTORY);
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
        if (!ThisUser.trusts(directory)
                || permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(
                    "The directory " + directory
                            + " is writable by other users, who could replace the daemon's socket.\nMaybe: choose another directory with --socket PATH.");
        }
    }

    private static void removeLeft(Path path) throws IOException {
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new IOException("There is a file " + path + " that is not a socket; it is not removed.");
        }
        Files.delete(path);
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Lets users connect, after the server listens. */
    public void open(boolean everybody) throws IOException {
        Files.setPosixFilePermissions(path, everybody ? FOR_EVERYBODY : FOR_THE_OWNER);
    }

    /** Removes the socket, and lets another process have the path. */
    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(path);
        } finally {
            lock.close();
        }
    }
}
