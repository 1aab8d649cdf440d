package io.banyan.rpc.execute;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The directory for the files of a job's processes. It belongs to the job's user from before the start of the first
 * process.
 *
 * @param path below the daemon's state directory
 */
public record JobDirectory(Path path) {
    /** How the names of such directories end. */
    static final String CHECKPOINT = ".checkpoint";

    static final String PID = "pid";
    private static final String BEGAN = "began";
    private static final String INPUT = "input";
    static final int MAX_TIME = 24;
    private static final int MAX_STATUS = 8;

    /** That of a job of a daemon. */
    public static JobDirectory of(StateDirectory daemon, JobId job) {
        return new JobDirectory(daemon.jobs().resolve(job.toString()));
    }

    /** The resources, as R (RFC 20). */
    Path resources() {
        return path.resolve("R");
    }

    /** The hosts, each as often as it has slots. */
    Path hostFile() {
        return path.resolve("hostfile");
    }

    /** The script that the job's first process runs. */
    Path script() {
        return path.resolve("script");
    }

    /** The directory of the files that its jobspec carries. */
    Path files() {
        return path.resolve("files");
    }

    /** The file that processes on other machines read first. */
    Path environment() {
        return path.resolve("environment");
    }

    /**
     * The number of its first process. It is there from just before that begins, beside the directory, where the job's
     * user cannot delete it.
     */
    Path pid() {
        return beside(PID);
    }

    /**
     * Returns the start of the job in seconds; for a requeued job it may be that of an earlier run. Beside the
     * directory too.
     */
    Path began() {
        return beside(BEGAN);
    }

    /**
     * The marker that exists once the end of the job was requested, so that its first process leaves remaining
     * processes to the daemon. It is beside the directory, where the job cannot create it.
     */
    Path stopping() {
        return beside("stopping");
    }

    /** The note of how much of its submitter's input it was given. Beside the directory too. */
    Path input() {
        return beside(INPUT);
    }

    /** The first process, where it runs. */
    Optional<ProcessHandle> leader() {
        return PidFile.noted(pid());
    }

    /**
     * Takes over notes that an earlier version of the daemon wrote into the directory itself at the start of the job.
     * Does nothing if this version started it, or if it was not started.
     *
     * @throws IOException if it cannot be written down
     */
    void takeOver() throws IOException {
        Path earlier = path.resolve(PID);
        if (Files.exists(pid()) || !Files.exists(earlier, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.writeString(
                    began(), ForeignFile.read(path.resolve(BEGAN), MAX_TIME).text());
        } catch (IOException unknown) {
            Files.deleteIfExists(began());
        }
        Optional<ProcessHandle> leader = PidFile.running(earlier);
        if (leader.isPresent()) {
            PidFile.write(pid(), leader.get());
        } else {
            Files.createFile(pid());
        }
    }

    /** Deletes the directory of a job that has ended or starts again, with the notes beside it. */
    void delete() throws IOException {
        UserProcess.deleteAll(new StateDirectory(path));
        Files.deleteIfExists(pid());
        Files.deleteIfExists(began());
        Files.deleteIfExists(stopping());
        Files.deleteIfExists(input());
    }

    /** With which status that has ended. */
    Path status() {
        return path.resolve("status");
    }

    /**
     * When its command ended, and with which status; empty where it has not ended, or was not seen to.
     */
    Optional<Ended> ended() {
        try {
            ForeignFile file = ForeignFile.read(status(), MAX_STATUS);
            return Optional.of(new Ended(
                    Integer.parseInt(file.text().strip()), file.written().toEpochMilli()));
        } catch (IOException | NumberFormatException unseen) {
            return Optional.empty();
        }
    }

    /** The end of its command. */
    record Ended(int status, long atMillis) {}

    /** The number of the first process of each task, on one line, once all have begun. */
    Path ranks() {
        return path.resolve("ranks");
    }

    /** The usage of the job's processes, which the first process writes at its end. */
    Path usage() {
        return path.resolve("usage");
    }

    /**
     * Returns a piece of the output of its processes; empty where there is none from there on. They may be another
     * user's, and the file anything.
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
     * Whether the output of its processes ends before an offset, so that it was truncated since it was read to there.
     *
     * @throws IOException if it cannot be read
     */
    public boolean isShorterThan(long offset) throws IOException {
        return Files.exists(output(), LinkOption.NOFOLLOW_LINKS)
                && Files.readAttributes(output(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                                .size()
                        < offset;
    }

    /** The directory that a job keeps across requeues, beside the one that is made again for each run. */
    Path checkpoint() {
        return path.resolveSibling(path.getFileName() + CHECKPOINT);
    }

    /** The process id of a running hook of the job. Beside the directory, which is the job's user's by then. */
    Path hook(String what) {
        return beside(what);
    }

    private Path beside(String what) {
        return path.resolveSibling(path.getFileName() + "." + what);
    }

    /** The output of the job's processes, unless the jobspec names another file. */
    public Path output() {
        return path.resolve("output");
    }
}
