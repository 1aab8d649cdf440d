package io.banyan.rpc.daemon;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.PidFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps a state directory for one daemon. The lock ends with the process, however that ends. */
final class StateLock implements AutoCloseable {
    private final StateDirectory state;
    private final FileChannel channel;

    private StateLock(StateDirectory state, FileChannel channel) {
        this.state = state;
        this.channel = channel;
    }

    /** Takes the directory, and writes down which process has it. */
    static StateLock take(StateDirectory state) throws DaemonException {
        try {
            state.create();
            FileChannel channel = FileChannel.open(state.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                Optional<ProcessHandle> owner = PidFile.running(state.pid());
                throw new DaemonException("Another daemon runs on the state directory " + state.path()
                        + owner.map(process -> " (process " + process.pid() + ")")
                                .orElse("") + ".");
            }
            Files.deleteIfExists(state.address());
            PidFile.write(state.pid());
            return new StateLock(state, channel);
        } catch (IOException e) {
            throw new DaemonException(String.valueOf(e.getMessage()), e);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    /** Lets go of the directory and leaves no address behind. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(state.address());
        Files.deleteIfExists(state.pid());
        channel.close();
    }
}
