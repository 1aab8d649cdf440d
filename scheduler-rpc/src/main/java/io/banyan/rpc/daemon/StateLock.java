package io.banyan.rpc.daemon;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.launch.PidFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Keeps a state directory for one daemon. The lock ends with the process, however that ends. */
final class StateLock implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 10;
    /** In bytes; the file has a hole and takes no room. */
    private static final long GREATEST_MARK = 1L << 30;

    private final StateDirectory state;
    private final boolean isNew;
    private final FileChannel channel;

    private StateLock(StateDirectory state, boolean isNew, FileChannel channel) {
        this.state = state;
        this.isNew = isNew;
        this.channel = channel;
    }

    /** Takes the directory, and writes down which process has it. */
    static StateLock take(StateDirectory state) throws DaemonException {
        try {
            boolean isNew = !state.exists();
            state.create();
            var lock = new StateLock(state, isNew, lock(state));
            state.retireAddress();
            PidFile.write(state.pid());
            return lock;
        } catch (IOException e) {
            throw new DaemonException(
                    String.valueOf(DiskFull.named(e, state.path()).getMessage()), e);
        }
    }

    /** A daemon that ends removes its lock file, so that the file which was locked here may be one that is there no more. */
    private static FileChannel lock(StateDirectory state) throws IOException, DaemonException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            FileChannel channel = FileChannel.open(state.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw taken(state);
            }
            if (isInPlace(state, channel)) {
                return channel;
            }
            channel.close();
        }
        throw taken(state);
    }

    private static DaemonException taken(StateDirectory state) {
        Optional<ProcessHandle> owner = PidFile.running(state.pid());
        return new DaemonException("Another daemon runs on the state directory " + state.path()
                + owner.map(process -> " (process " + process.pid() + ")").orElse("") + ".");
    }

    /**
     * Whether the locked file is the one that the path names: the size that is given to it is seen there. The path must not
     * be opened for that, since a process that closes any descriptor of a file gives up all its locks on it.
     */
    private static boolean isInPlace(StateDirectory state, FileChannel channel) throws IOException {
        long mark = ThreadLocalRandom.current().nextLong(1, GREATEST_MARK);
        channel.truncate(0).write(ByteBuffer.allocate(1), mark - 1);
        try {
            return Files.size(state.lock()) == mark;
        } catch (NoSuchFileException removed) {
            return false;
        } finally {
            channel.truncate(0);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    /** Lets go of the directory. Only what the next daemon wants is left of it; nothing, where this one never came to write that. */
    @Override
    public void close() throws IOException {
        state.retireAddress();
        Files.deleteIfExists(state.pid());
        Files.deleteIfExists(state.lock());
        channel.close();
        if (isNew) {
            removeIfEmpty();
        }
    }

    private void removeIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(state.path());
        } catch (DirectoryNotEmptyException wanted) {
            // The next daemon finds its token there.
        }
    }
}
