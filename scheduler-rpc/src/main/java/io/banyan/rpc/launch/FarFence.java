package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Fencing on another machine, or as another user: a command that has {@code banyan fence} run there. Success requires a
 * printed confirmation, so that a command that merely accepts a task is not mistaken for one that has performed it.
 */
public final class FarFence {
    private static final File NOTHING = new File("/dev/null");
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long LOOK_MILLIS = 100;
    private static final int MOST_BYTES = 64 << 10;
    private static final int LONGEST = 300;

    private FarFence() {}

    /**
     * The maximum time that {@code banyan fence} spends on returning provider resources of instances: less than its
     * caller waits.
     */
    public static final Duration GIVING_BACK = Duration.ofMinutes(4);

    /** The line that {@code banyan fence} prints when nothing of a state directory runs any more. */
    public static String confirmation(StateDirectory directory) {
        return "nothing of " + directory.path() + " runs any more";
    }

    /**
     * The line that {@code banyan fence} prints when nothing runs any more but providers still have resources of the
     * instances.
     */
    public static String indebted(StateDirectory directory) {
        return confirmation(directory) + ", and not all that it had of providers is given back";
    }

    /**
     * A fence that failed.
     *
     * @param mayRun whether it is not certain that nothing runs; else something may be left at providers alone
     */
    record Vain(String why, boolean mayRun) {}

    /**
     * Runs such a command, for five minutes at the most.
     *
     * @param words of the command
     * @param directory on the other machine
     * @return why it is not certain that nothing is left; empty where it is
     */
    static Optional<Vain> run(List<String> words, StateDirectory directory) {
        try {
            // A file and not a pipe: a background process, such as that of ssh's shared connections, would keep a pipe
            // open and block its reader.
            Path said = Files.createTempFile("banyan-fence-", "");
            try {
                return run(begin(words, said), words.getFirst(), said, directory);
            } finally {
                Files.deleteIfExists(said);
            }
        } catch (IOException e) {
            return vain(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return vain("this daemon is ending");
        }
    }

    private static Process begin(List<String> words, Path said) throws IOException {
        var builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(NOTHING));
        builder.environment().remove("BANYAN_STATE");
        return builder.start();
    }

    private static Optional<Vain> vain(String why) {
        return Optional.of(new Vain(why, true));
    }

    private static Optional<Vain> run(Process process, String program, Path said, StateDirectory directory)
            throws IOException, InterruptedException {
        try {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (System.nanoTime() > deadline) {
                    return vain(program + " has not answered within " + PATIENCE.toSeconds() + " s");
                }
                if (Files.size(said) > MOST_BYTES) {
                    return vain(program + " printed more than " + MOST_BYTES + " bytes");
                }
            }
            String text = read(said);
            boolean isSaid = text.lines().anyMatch(confirmation(directory)::equals);
            if (isSaid && process.exitValue() == 0) {
                return Optional.empty();
            }
            boolean isIndebted = text.lines().anyMatch(indebted(directory)::equals);
            String rest = text.replace(indebted(directory) + "\n", "");
            return Optional.of(
                    new Vain(program + " ended with status " + process.exitValue() + brackets(rest), !isIndebted));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String read(Path said) throws IOException {
        try (InputStream in = Files.newInputStream(said)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    private static String brackets(String text) {
        String said = String.join(" ", text.strip().lines().toList());
        return said.isEmpty() ? "" : " (" + said.substring(0, Math.min(LONGEST, said.length())) + ")";
    }
}
