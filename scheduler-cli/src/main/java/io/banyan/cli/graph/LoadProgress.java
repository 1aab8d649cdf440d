package io.banyan.cli.graph;

import io.banyan.cli.output.ProgressLine;
import io.banyan.graph.io.LoadOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads a graph with all processors and shows the progress on one line of standard error, if the load takes long on a
 * terminal. The line is removed at the end. For one thread.
 */
final class LoadProgress implements AutoCloseable {
    /** Topologies that are read ahead, for each processor. */
    private static final int AHEAD = 4;

    private final String what;
    private final ProgressLine line;
    private final int processors = Runtime.getRuntime().availableProcessors();
    /** Made when there is something to do at the same time. */
    private @Nullable ExecutorService executor;

    LoadProgress(String what, PrintStream out, LongSupplier nanos, BooleanSupplier isTerminal) {
        this.what = what;
        this.line = new ProgressLine(
                words -> {
                    out.print(words);
                    out.flush();
                },
                nanos,
                isTerminal);
    }

    /** For a file, on the terminal of this process if it has one. */
    static LoadProgress of(Path file) {
        return new LoadProgress(file.toString(), System.err, System::nanoTime, ProgressLine::hasTerminal);
    }

    private static Thread thread(Runnable work) {
        var thread = new Thread(work, "banyan-load");
        thread.setDaemon(true);
        return thread;
    }

    LoadOptions loading() {
        return new LoadOptions(this::execute, AHEAD * processors, this::at);
    }

    private void execute(Runnable work) {
        if (executor == null) {
            executor = Executors.newFixedThreadPool(processors, LoadProgress::thread);
        }
        executor.execute(work);
    }

    void at(long done, long all) {
        line.show(() -> "Loading " + what + ": " + (all <= 0 ? 0 : Math.min(100, 100 * done / all)) + " %");
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (executor != null) {
            executor.shutdownNow();
        }
        line.close();
    }
}
