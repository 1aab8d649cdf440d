package io.banyan.graph.io;

import java.util.concurrent.Executor;

/**
 * The means for loading a large graph that come from outside: the core starts no thread and knows no terminal.
 *
 * @param executor what can be read at the same time is given to it; the graph is the same whatever it is
 * @param window how many such parts wait for their turn at most, since each takes memory
 * @param progress hears how far it is, on the thread that loads
 */
public record Loading(Executor executor, int window, Progress progress) {
    /** Loads on the calling thread, part by part, without reports of progress. */
    public static final Loading PLAIN = new Loading(Runnable::run, 1, (done, all) -> {});

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
    public Loading {
        if (window < 1) {
            throw new IllegalArgumentException("At least one part is read at a time, not " + window + ".");
        }
    }
}
