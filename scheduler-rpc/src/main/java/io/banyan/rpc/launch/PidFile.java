package io.banyan.rpc.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which process works on a state directory. The file is written after the process has started, so a process of that number that started after the file was
 * written is another one, which was given the number later.
 */
public final class PidFile {
    /** A process may seem to have started a little after it wrote its file: its start is counted in ticks of the clock. */
    private static final Duration CLOCK_TICK = Duration.ofSeconds(1);

    private static final long MAX_BYTES = 64;
    private static final String UID = "unix:uid";
    private static final SecureRandom RANDOM = new SecureRandom();

    private PidFile() {}

    /** Writes the number of this process. */
    public static void write(Path file) throws IOException {
        write(file, ProcessHandle.current());
    }

    /** Writes the number of a process that was just started, and will write it itself when it comes that far. */
    static void write(Path file, ProcessHandle process) throws IOException {
        Path fresh = file.resolveSibling(".pid" + Long.toHexString(RANDOM.nextLong()));
        // The directory may be another user's: nothing that lies there already is written to, wherever it may lead.
        Files.writeString(fresh, process.pid() + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The process that wrote a file, if it still runs and is that of the user whose directory it is: another's is none of theirs to end. */
    public static Optional<ProcessHandle> running(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            Instant written = Files.getLastModifiedTime(file).toInstant().plus(CLOCK_TICK);
            return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> isOfTheSameUser(process, file))
                    .filter(process -> process.info()
                            .startInstant()
                            .filter(start -> start.isBefore(written))
                            .isPresent());
        } catch (IOException | NumberFormatException notThereYet) {
            return Optional.empty();
        }
    }

    private static boolean isOfTheSameUser(ProcessHandle process, Path file) {
        Path running = Path.of("/proc", Long.toString(process.pid()));
        Path directory = file.toAbsolutePath().getParent();
        try {
            return Files.notExists(running)
                    || directory == null
                    || Files.getAttribute(running, UID).equals(Files.getAttribute(directory, UID));
        } catch (IOException gone) {
            return false;
        } catch (UnsupportedOperationException | IllegalArgumentException noSuchAttribute) {
            return true;
        }
    }
}
