package io.banyan.cli.workflow;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The lock of a directory: one process at a time executes its workflows for one batch scheduler. The end of the process
 * frees the lock.
 */
final class EngineLock implements AutoCloseable {
    private static final String ENDING = ".lock";

    private final FileChannel channel;

    private EngineLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Returns the lock; empty if another process has it.
     *
     * @param batch the identity of the scheduler
     * @throws IOException if the file cannot be opened
     */
    static Optional<EngineLock> take(Path directory, String batch) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve("engine-" + Integer.toHexString(batch.hashCode()) + ENDING),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another thread of this process has it.
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? Optional.empty() : Optional.of(new EngineLock(channel));
    }

    /** Returns whether a process has the lock. */
    static boolean isTaken(Path directory, String batch) throws IOException {
        Optional<EngineLock> lock = take(directory, batch);
        if (lock.isPresent()) {
            lock.get().close();
        }
        return lock.isEmpty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
