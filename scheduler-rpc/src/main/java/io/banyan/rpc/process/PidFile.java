package io.banyan.rpc.process;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which process works on a state directory. The file is written after the process has started, so a process of that
 * number that started after the file was written is another one, which was given the number later.
 */
public final class PidFile {
    /**
     * A process may seem to have started a little after it wrote its file: its start is counted in ticks of the clock.
     */
    private static final Duration CLOCK_TICK = Duration.ofSeconds(1);

    public static final int MAX_BYTES = 64;

    private static final SecureRandom RANDOM = new SecureRandom();

    private PidFile() {}

    /** Writes the number of this process. */
    public static void write(Path file) throws IOException {
        write(file, ProcessHandle.current());
    }

    /** Writes the number of a process that was just started, and will write it itself when it comes that far. */
    public static void write(Path file, ProcessHandle process) throws IOException {
        Path fresh = file.resolveSibling(".pid" + Long.toHexString(RANDOM.nextLong()));
        try {
            // The directory may be another user's: nothing that lies there already is written to, wherever it may lead.
            Files.writeString(fresh, process.pid() + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
    }

    /**
     * The process that wrote a file, if it still runs and is that of the user whose directory it is: another's is none
     * of theirs to end.
     */
    public static Optional<ProcessHandle> running(Path file) {
        try {
            ForeignFile found = ForeignFile.read(file, MAX_BYTES);
            return running(found, ForeignFile.owner(file.toAbsolutePath().resolveSibling(".")));
        } catch (IOException notThereYet) {
            return Optional.empty();
        }
    }

    /** Returns the process in a file that no other user can write, if it still runs, as whichever user. */
    public static Optional<ProcessHandle> noted(Path file) {
        try {
            return running(ForeignFile.read(file, MAX_BYTES));
        } catch (IOException notThereYet) {
            return Optional.empty();
        }
    }

    /**
     * Returns the process that wrote the contents of a file, if it still runs and belongs to this user.
     *
     * @param user by number
     */
    public static Optional<ProcessHandle> running(ForeignFile found, int user) {
        return running(found).filter(process -> isOf(user, process));
    }

    private static Optional<ProcessHandle> running(ForeignFile found) {
        try {
            Instant written = found.written().plus(CLOCK_TICK);
            return ProcessHandle.of(Long.parseLong(found.text().strip()))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info()
                            .startInstant()
                            .filter(start -> start.isBefore(written))
                            .isPresent());
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    /** The number that stands in a file, whether its process runs or not; empty where none does. */
    public static OptionalLong number(ForeignFile found) {
        try {
            return OptionalLong.of(Long.parseLong(found.text().strip()));
        } catch (NumberFormatException none) {
            return OptionalLong.empty();
        }
    }

    private static boolean isOf(int user, ProcessHandle process) {
        Path running = Path.of("/proc", Long.toString(process.pid()));
        try {
            return Files.notExists(running) || ForeignFile.owner(running) == user;
        } catch (IOException gone) {
            return false;
        }
    }
}
