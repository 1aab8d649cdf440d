package io.banyan.workflow.fill.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The connection of a worker to its server: connects, reads, and connects again when it breaks. */
final class WorkerConnection {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int PAUSE_MILLIS = 100;

    private final FillWorkerOptions options;
    private final BlockingQueue<WorkerSignal> signals;
    private final Thread thread;
    private volatile @Nullable FillFrames current;
    private volatile boolean isClosed;
    private String place = "an unknown address";

    WorkerConnection(FillWorkerOptions options, BlockingQueue<WorkerSignal> signals) {
        this.options = options;
        this.signals = signals;
        this.thread = Thread.ofPlatform().daemon().name("fill-connection").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void close() {
        isClosed = true;
        thread.interrupt();
        closeQuietly(current);
    }

    private void run() {
        long lastSeen = System.nanoTime();
        String reason = "";
        while (!isClosed && System.nanoTime() - lastSeen <= options.patience().toNanos()) {
            try {
                FillFrames frames = connect();
                current = frames;
                signals.add(new WorkerSignal.Connected(frames));
                readAll(frames);
            } catch (IOException | IllegalArgumentException e) {
                reason = String.valueOf(e.getMessage());
            }
            if (current != null) {
                signals.add(new WorkerSignal.Lost(current));
                closeQuietly(current);
                current = null;
                lastSeen = System.nanoTime();
            }
            pause();
        }
        if (!isClosed) {
            signals.add(new WorkerSignal.GaveUp("no server of a filler at " + place + ": " + reason));
        }
    }

    private FillFrames connect() throws IOException {
        InetSocketAddress server = options.server().get();
        place = server.toString();
        var socket = new Socket();
        try {
            socket.connect(server, CONNECT_MILLIS);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        // Without a listener, a connection to a port of this machine may get that very port, and meet itself.
        if (server.equals(socket.getLocalSocketAddress())) {
            socket.close();
            throw new IOException("nobody listens");
        }
        return FillFrames.ofWorker(socket, options.secret());
    }

    private void readAll(FillFrames frames) throws IOException {
        while (!isClosed) {
            signals.add(new WorkerSignal.Ordered(frames, MessageCodec.readOrder(frames.read())));
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            isClosed = true;
            Thread.currentThread().interrupt();
        }
    }

    static void closeQuietly(@Nullable FillFrames frames) {
        if (frames != null) {
            try {
                frames.close();
            } catch (IOException e) {
                // The connection is of no use any more.
            }
        }
    }
}
