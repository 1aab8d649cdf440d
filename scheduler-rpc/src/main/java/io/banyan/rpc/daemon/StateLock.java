package io.banyan.rpc.daemon;

import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Locks a state directory for one daemon, or for a process that returns provider resources in its place. The lock ends
 * with the process, however that ends. The returning process is no daemon that another one could replace or must kill,
 * and so it has a file of its own for its process id.
 */
final class StateLock implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 10;
    /** In bytes; the file has a hole and takes no room. */
    private static final long GREATEST_MARK = 1L << 30;

    private static final long LOOK_MILLIS = 100;

    private final StateDirectory state;
    private final Path pid;
    private final boolean isNew;
    private final FileChannel channel;

    private StateLock(StateDirectory state, Path pid, boolean isNew, FileChannel channel) {
        this.state = state;
        this.pid = pid;
        this.isNew = isNew;
        this.channel = channel;
    }

    /** Takes the directory, and writes down which process has it. */
    static StateLock take(StateDirectory state) throws DaemonException {
        try {
            boolean isNew = !state.exists();
            state.create();
            FileChannel channel = lock(state).orElseThrow(() -> taken(state));
            return begin(new StateLock(state, state.pid(), isNew, channel));
        } catch (IOException e) {
            throw new DaemonException(
                    String.valueOf(DiskFull.named(e, state.path()).getMessage()), e);
        }
    }

    /**
     * Locks an existing directory to return provider resources. Waits for a process that already does so, at most for
     * this time.
     */
    static StateLock takeToGiveBack(StateDirectory state, Duration patience) throws IOException, DaemonException {
        long deadline = System.nanoTime() + patience.toNanos();
        Optional<FileChannel> channel = lock(state);
        while (channel.isEmpty()) {
            if (PidFile.running(state.pid()).isPresent() || System.nanoTime() > deadline) {
                throw taken(state);
            }
            pause();
            channel = lock(state);
        }
        return begin(new StateLock(state, state.giveBackPid(), false, channel.get()));
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait was interrupted", e);
        }
    }

    private static StateLock begin(StateLock lock) throws IOException {
        AddressFile.retire(lock.state);
        PidFile.write(lock.pid);
        return lock;
    }

    /**
     * A daemon that ends removes its lock file, so that the file which was locked here may be one that is there no
     * more. Empty where another has it.
     */
    private static Optional<FileChannel> lock(StateDirectory state) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            FileChannel channel = FileChannel.open(state.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                return Optional.empty();
            }
            if (isInPlace(state, channel)) {
                return Optional.of(channel);
            }
            channel.close();
        }
        return Optional.empty();
    }

    private static DaemonException taken(StateDirectory state) {
        Optional<ProcessHandle> giver = PidFile.running(state.giveBackPid());
        if (giver.isPresent()) {
            return new DaemonException("Resources that providers supplied to the instance in " + state.path()
                    + " are being returned by process " + giver.get().pid() + ", which ends when it is done.");
        }
        Optional<ProcessHandle> owner = PidFile.running(state.pid());
        return new DaemonException("Another daemon runs on the state directory " + state.path()
                + owner.map(process -> " (process " + process.pid() + ")").orElse("") + ".");
    }

    /**
     * Whether the locked file is the one that the path names: the size that is given to it is seen there. The path must
     * not be opened for that, since a process that closes any descriptor of a file gives up all its locks on it.
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

    /**
     * Lets go of the directory. Only the files for the next daemon remain; nothing, where this one never came to write
     * that.
     */
    @Override
    public void close() throws IOException {
        AddressFile.retire(state);
        Files.deleteIfExists(pid);
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
