package io.banyan.rpc.execute;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Where what runs in a job has its files. It is the job's user's, from before the first of its processes begins.
 *
 * @param path below the daemon's state directory
 */
public record JobDirectory(Path path) {
    /** How the names of such directories end. */
    static final String CHECKPOINT = ".checkpoint";

    /** That of a job of a daemon. */
    public static JobDirectory of(StateDirectory daemon, JobId job) {
        return new JobDirectory(daemon.jobs().resolve(job.toString()));
    }

    /** The resources, as R (RFC 20). */
    Path resources() {
        return path.resolve("R");
    }

    /** What its first process runs. */
    Path script() {
        return path.resolve("script");
    }

    /** The number of its first process. */
    Path pid() {
        return path.resolve("pid");
    }

    /** When what it is for was started, in seconds: of a job that waited again it may be what is left of an earlier time. */
    Path began() {
        return path.resolve("began");
    }

    /** With which status that has ended. */
    Path status() {
        return path.resolve("status");
    }

    /**
     * A piece of what its processes have written; empty where there is none from there on. They may be another user's, and the file anything.
     *
     * @param most bytes
     * @throws IOException if it is there and is no plain file, or cannot be read
     */
    public byte[] written(long offset, int most) throws IOException {
        return Files.exists(output(), LinkOption.NOFOLLOW_LINKS)
                ? ForeignFile.piece(output(), offset, most)
                : new byte[0];
    }

    /**
     * Whether what its processes have written ends before an offset, so that somebody has cut it off since it was read to there.
     *
     * @throws IOException if it cannot be read
     */
    public boolean isShorterThan(long offset) throws IOException {
        return Files.exists(output(), LinkOption.NOFOLLOW_LINKS)
                && Files.readAttributes(output(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                                .size()
                        < offset;
    }

    /** What it keeps for when it goes on from where it was, beside all that is made anew whenever it begins. */
    Path checkpoint() {
        return path.resolveSibling(path.getFileName() + CHECKPOINT);
    }

    /** The number of the process of what the daemon runs before or after it, while that runs. Beside the directory, which is the job's user's by then. */
    Path hook(String what) {
        return path.resolveSibling(path.getFileName() + "." + what);
    }

    /** What its processes write, where the jobspec names no other place. */
    public Path output() {
        return path.resolve("output");
    }
}
