package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillSet;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The connection of a server to one worker: messages wait in a queue, and a thread writes them. */
final class WorkerLink {
    private static final byte[] END = new byte[0];

    private final FillFrames frames;
    private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();

    /** The sets that the worker knows; for the thread of the server alone. */
    private final Set<Integer> introduced = new HashSet<>();

    private final Thread writer;

    WorkerLink(FillFrames frames) {
        this.frames = frames;
        this.writer = Thread.ofPlatform().daemon().name("fill-write").unstarted(this::writeAll);
    }

    void start() {
        writer.start();
    }

    /** Waits until the messages before the end are written, or for a time. */
    void awaitEnd(int millis) {
        try {
            writer.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    FillFrames frames() {
        return frames;
    }

    /** Tells a set to the worker, if it does not know it. */
    void introduce(FillSet set) {
        if (introduced.add(set.number())) {
            send(new WorkerOrder.Introduce(set));
        }
    }

    void send(WorkerOrder order) {
        waiting.add(MessageCodec.write(order));
    }

    /** Ends the connection after the messages that wait. */
    void end() {
        waiting.add(END);
    }

    /** Writes messages until the end or until the connection breaks. */
    private void writeAll() {
        try {
            while (true) {
                byte[] frame = waiting.take();
                if (frame.length == 0) {
                    break;
                }
                frames.write(frame);
                if (waiting.isEmpty()) {
                    frames.flush();
                }
            }
            frames.flush();
        } catch (IOException e) {
            // The reading thread notices the broken connection, too, and tells the server.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            WorkerConnection.closeQuietly(frames);
        }
    }
}
