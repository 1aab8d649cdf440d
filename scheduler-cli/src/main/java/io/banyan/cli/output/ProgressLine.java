package io.banyan.cli.output;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows progress on one line of standard error, which is removed at the end. The line appears after a delay and is
 * updated a few times a second. Without a terminal nothing is shown. For one thread.
 */
public final class ProgressLine implements AutoCloseable {
    private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int BAR = 30;
    private static final int LEAST_BAR = 5;
    /** The characters around a bar. */
    private static final int FRAME = "[] ".length();

    private final Consumer<String> out;
    private final LongSupplier nanos;
    private final BooleanSupplier isTerminal;
    private long next;
    private int shown;

    /**
     * One that has said nothing yet.
     *
     * @param out prints a part of a line at once
     */
    public ProgressLine(Consumer<String> out, LongSupplier nanos, BooleanSupplier isTerminal) {
        this.out = out;
        this.nanos = nanos;
        this.isTerminal = isTerminal;
        this.next = nanos.getAsLong() + SILENT_NANOS;
    }

    /** On a terminal of this process, if it has one. */
    public static ProgressLine of(Terminal terminal) {
        return new ProgressLine(
                words -> {
                    terminal.err().print(words);
                    terminal.err().flush();
                },
                System::nanoTime,
                ProgressLine::hasTerminal);
    }

    /** Whether this process has a terminal. */
    @SuppressWarnings("SystemConsoleNull") // Not that of the module java.base, which is chosen here as in Terminal.
    public static boolean hasTerminal() {
        System.setProperty("jdk.console", "java.base");
        return System.console() != null;
    }

    /** Says this now, or nothing where it said something a moment ago. */
    public void show(Supplier<String> line) {
        long now = nanos.getAsLong();
        if (now - next < 0) {
            return;
        }
        next = now + STEP_NANOS;
        if (!isTerminal.getAsBoolean()) {
            return;
        }
        String words = line.get();
        out.accept("\r" + words + " ".repeat(Math.max(0, shown - words.length())));
        shown = Math.max(shown, words.length());
    }

    /** A part as a bar with a number. */
    public static String bar(long done, long all) {
        return bar(done, all, Integer.MAX_VALUE);
    }

    /**
     * Returns a part as a bar with a number, in so many characters: with a shorter bar where a whole one does not fit,
     * and without one where that would be too short.
     */
    public static String bar(long done, long all, int columns) {
        long part = all <= 0 ? 0 : Math.clamp(done, 0, all);
        String number = (all <= 0 ? 0 : 100 * part / all) + " %";
        int length = Math.min(BAR, columns - number.length() - FRAME);
        if (length < LEAST_BAR) {
            return number;
        }
        int filled = all <= 0 ? 0 : (int) (length * part / all);
        return "[" + "#".repeat(filled) + ".".repeat(length - filled) + "] " + number;
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (shown > 0) {
            out.accept("\r" + " ".repeat(shown) + "\r");
        }
    }
}
