package io.banyan.rpc.execute;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignDirectory;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A piece of the output of a job of an ended instance. It is in the state directory that the instance has left below
 * that of the daemon.
 */
public final class KeptOutput {
    private static final Path OUTPUT = Path.of("output");

    private final byte[] data;
    private final boolean isTruncated;

    private KeptOutput(byte[] data, boolean isTruncated) {
        this.data = data;
        this.isTruncated = isTruncated;
    }

    /** The piece; empty where the output ends before it. */
    public byte[] data() {
        return data.clone();
    }

    /** Whether the output is shorter than the offset of the piece. */
    public boolean isTruncated() {
        return isTruncated;
    }

    /**
     * Reads a piece. The directories and the file belong to the user of the instance and can be anything: no link is
     * followed, and nothing but a plain file of that user is read. O(levels + most).
     *
     * @param state of the daemon
     * @param instance the way down from the daemon; one step at least
     * @param most bytes
     * @return empty where nothing is kept of the job
     * @throws IOException if it cannot be read
     */
    public static Optional<KeptOutput> read(
            StateDirectory state, InstancePath instance, JobId job, long offset, int most) throws IOException {
        StateDirectory at = state;
        for (JobId step : instance.jobs()) {
            at = at.child(step);
        }
        Path top = state.child(instance.jobs().getFirst()).path();
        try (ForeignDirectory directory = ForeignDirectory.open(
                top, top.relativize(JobDirectory.of(at, job).path()))) {
            return Optional.of(
                    directory.has(OUTPUT) ? of(directory, offset, most) : new KeptOutput(new byte[0], offset > 0));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    private static KeptOutput of(ForeignDirectory directory, long offset, int most) throws IOException {
        byte[] data = directory.piece(OUTPUT, offset, most);
        return new KeptOutput(data, data.length == 0 && directory.size(OUTPUT) < offset);
    }
}
