package io.banyan.rpc.daemon;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The handler of the signals SIGTERM and SIGINT. A signal during the start stops the daemon as soon as it has started,
 * so that the daemon removes its files and ends its children.
 */
final class StopSignal implements AutoCloseable {
    /** The longest wait for a daemon that is just starting. One that still loads its graph has touched nothing. */
    private static final long START_SECONDS = 20;

    private final CompletableFuture<Daemon> started = new CompletableFuture<>();
    private volatile Optional<Daemon> starting = Optional.empty();
    private final Thread hook = new Thread(this::stop, "banyan-signal");

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** This is the daemon that is starting; one that only waits for another to end is closed. */
    Daemon comes(Daemon daemon) {
        starting = Optional.of(daemon);
        return daemon;
    }

    /** This is the daemon to stop. */
    Daemon stops(Daemon daemon) {
        started.complete(daemon);
        return daemon;
    }

    /** There is no daemon to stop any more. */
    @Override
    public void close() {
        started.cancel(false);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException signalled) {
            // The process ends already, and the hook sees that there is nothing left to do.
        }
    }

    private void stop() {
        Optional<Daemon> one = starting.filter(Daemon::isWaiting);
        if (one.isPresent()) {
            one.get().close();
            return;
        }
        try {
            started.get(START_SECONDS, TimeUnit.SECONDS).stop();
        } catch (TimeoutException | ExecutionException | java.util.concurrent.CancellationException none) {
            // It did not start.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
