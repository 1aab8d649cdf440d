package io.banyan.graph.io;

import java.util.concurrent.Executor;

/**
 * The means for loading a large graph that come from outside: the core starts no thread and knows no terminal.
 *
 * @param executor runs the parts that can be read in parallel; the graph does not depend on it
 * @param window the maximum number of waiting parts, because each takes memory
 * @param progress receives the progress, on the loading thread
 */
public record LoadOptions(Executor executor, int window, Progress progress) {
    /** Loads on the calling thread, part by part, without reports of progress. */
    public static final LoadOptions PLAIN = new LoadOptions(Runnable::run, 1, (done, all) -> {});

    /** Hears how far the loading is. */
    @FunctionalInterface
    public interface Progress {
        /** So much of all that is to be read, in bytes or files, was read. Called often. */
        void at(long done, long all);
    }

    /**
     * Checks the window.
     *
     * @throws IllegalArgumentException if it holds nothing
     */
    public LoadOptions {
        if (window < 1) {
            throw new IllegalArgumentException("At least one part is read at a time, not " + window + ".");
        }
    }
}
