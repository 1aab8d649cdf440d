package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.Lead;
import io.banyan.rpc.store.UnreachableException;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until this daemon leads, and meanwhile reads the decisions of the leader: a standby is a continuous replay. For
 * one thread; any may call {@link #close}.
 */
final class Standby implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Standby.class);
    private static final long POLL_MILLIS = 250;
    private static final long CLOSE_SECONDS = 3;

    private final JournalRecovery recovery;
    private final Lead lead;
    private final String holder;
    private final Address address;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Held by the waiting thread. */
    private final Semaphore turn = new Semaphore(1);

    /**
     * Creates a standby without a waiting thread.
     *
     * @param holder the unique name of this daemon
     * @param address the address at which it listens
     */
    Standby(JournalRecovery recovery, Lead lead, String holder, Address address) {
        this.recovery = recovery;
        this.lead = lead;
        this.holder = holder;
        this.address = address;
    }

    /**
     * Returns the identity of a daemon on a state directory: made at the first start, and the same for the next daemon
     * there.
     */
    static String holder(StateDirectory state) throws IOException {
        if (Files.notExists(state.holder())) {
            Files.writeString(state.holder(), UUID.randomUUID() + "\n");
        }
        return Files.readString(state.holder()).strip();
    }

    /**
     * Waits.
     *
     * @param waiting receives each daemon that leads in the meantime
     * @return whether this daemon leads now; otherwise it was closed
     * @throws IOException with one sentence, if the contents of the journal cannot be used
     * @throws GraphException if the graph on which the instance was founded cannot be used
     */
    boolean await(InstanceConfig settings, Consumer<Lead.Leader> waiting)
            throws IOException, GraphException, InterruptedException {
        turn.acquire();
        try {
            return isLeading(settings, waiting);
        } finally {
            turn.release();
        }
    }

    private boolean isLeading(InstanceConfig settings, Consumer<Lead.Leader> waiting)
            throws IOException, GraphException, InterruptedException {
        long known = 0;
        boolean isReached = true;
        do {
            try {
                Optional<Lead.Leader> leader = lead.leader();
                boolean isFree =
                        leader.filter(it -> !it.holder().equals(holder)).isEmpty();
                if (isFree && lead.take(holder, address.toString())) {
                    // Where it was closed meanwhile, the lead is let go with the journal.
                    return closed.getCount() > 0;
                }
                if (leader.isPresent() && leader.get().epoch() != known) {
                    known = leader.get().epoch();
                    waiting.accept(leader.get());
                }
                recovery.readOn(settings);
                isReached = true;
            } catch (UnreachableException e) {
                if (isReached) {
                    LOG.warn("{} This daemon continues to wait.", e.getMessage());
                }
                isReached = false;
            } catch (IOException e) {
                if (closed.getCount() > 0) {
                    throw e;
                }
            }
        } while (!closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS));
        return false;
    }

    /** Ends the wait for the lead, and waits until the journal is no longer in use. */
    @Override
    public void close() {
        closed.countDown();
        try {
            if (turn.tryAcquire(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                turn.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
