package io.banyan.rpc.daemon;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A stack of parts to close, the latest first and each once. */
final class Closing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Notes a part that was opened, and returns it. */
    synchronized <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public synchronized void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("{} did not close", part.getClass().getSimpleName(), e);
            }
        }
    }
}
