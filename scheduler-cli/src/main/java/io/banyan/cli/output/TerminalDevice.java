package io.banyan.cli.output;

import io.banyan.rpc.wire.client.InputMessages.WindowSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** The terminals that descriptors of this process are open on. */
public final class TerminalDevice {
    public static final int STANDARD_INPUT = 0;
    public static final int STANDARD_OUTPUT = 1;

    /** The width of a terminal that does not report its size. */
    private static final int USUAL_COLUMNS = 80;

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private TerminalDevice() {}

    /**
     * The file of the terminal that a descriptor is open on; empty if it is open on no terminal, as far as this system
     * can determine.
     */
    public static Optional<Path> of(int descriptor) {
        Path file;
        try {
            file = Files.readSymbolicLink(DESCRIPTORS.resolve(String.valueOf(descriptor)));
        } catch (IOException unknown) {
            return Optional.empty();
        }
        String name = file.toString();
        boolean isTerminal = name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        return isTerminal ? Optional.of(file) : Optional.empty();
    }

    /**
     * The size of a terminal's window.
     *
     * @param terminal the standard input of the program that prints the size
     * @throws IOException where it cannot be found
     */
    public static WindowSize size(ProcessBuilder.Redirect terminal) throws IOException {
        Process stty = new ProcessBuilder("stty", "size")
                .redirectInput(terminal)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String[] numbers = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .strip()
                .split(" ", 2);
        try {
            return new WindowSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[numbers.length - 1]));
        } catch (IllegalArgumentException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The width of the terminal that standard output is; empty where it is none. Starts a process. */
    static OptionalInt columns() {
        Optional<Path> terminal = of(STANDARD_OUTPUT);
        if (terminal.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            int columns =
                    size(ProcessBuilder.Redirect.from(terminal.get().toFile())).columns();
            return OptionalInt.of(columns > 0 ? columns : USUAL_COLUMNS);
        } catch (IOException unknown) {
            return OptionalInt.of(USUAL_COLUMNS);
        }
    }
}
