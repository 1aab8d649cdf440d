package io.banyan.rpc.parent;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.relay.CallForwarder;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.wire.Failure;
import io.banyan.v1.HierarchyGrpc;
import io.grpc.ManagedChannel;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a session with the parent: dials, and dials again with growing delays when the session ends. The instance is
 * notified of the beginning of a session, so that it registers, and of its end. A parent that was never reached is
 * given up after some time, because this instance then has no resources; a parent that was reached before is dialled
 * for ever. Any thread may call.
 */
public final class ParentLink implements Outlets.ToParent, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ParentLink.class);

    private final List<Supplier<ManagedChannel>> channels;
    private final BearerToken credential;
    private final Inbox inbox;
    private final CallForwarder relay;
    private final ScheduledExecutorService executor;
    private final Backoff backoff;
    private final Duration patience;
    private final long begunNanos = System.nanoTime();
    /** Where the parent is looked for; the next one where it is not there. */
    private int place;

    private boolean wasHeard;
    private @Nullable ParentSession session;
    private boolean closed;

    /**
     * A link that is not dialled yet.
     *
     * @param channels each makes a new channel for an attempt, to one of the places where the parent may be
     * @param credential of this instance's job
     * @param inbox receives the parent's messages
     * @param relay where the calls go that it passes on
     * @param executor for attempts and for encoding
     * @param random spreads the attempts of many children
     * @param patience with a parent that has never answered
     */
    public ParentLink(
            List<Supplier<ManagedChannel>> channels,
            Token credential,
            Inbox inbox,
            CallForwarder relay,
            ScheduledExecutorService executor,
            RandomGenerator random,
            Duration patience) {
        this.channels = List.copyOf(channels);
        this.credential = new BearerToken(credential);
        this.inbox = inbox;
        this.relay = relay;
        this.executor = executor;
        this.backoff = new Backoff(random);
        this.patience = patience;
    }

    /** Dials the parent. */
    public synchronized void open() {
        if (closed) {
            return;
        }
        ManagedChannel channel;
        try {
            channel = channels.get(place).get();
        } catch (UncheckedIOException e) {
            LOG.error("The parent cannot be dialled: {}", e.getMessage());
            var unused = executor.schedule(this::open, nextDelayMillis(), TimeUnit.MILLISECONDS);
            return;
        }
        var next = new ParentSession(this, channel, inbox, relay, executor);
        session = next;
        HierarchyGrpc.newStub(channel).withCallCredentials(credential).session(next);
    }

    @Override
    public void send(UpMessage message) {
        ParentSession now = current();
        if (now != null) {
            now.send(message);
        }
    }

    @Override
    public void close() {
        ParentSession last;
        synchronized (this) {
            closed = true;
            last = session;
            session = null;
        }
        if (last != null) {
            last.close();
        }
    }

    /** The parent has answered on this session. */
    synchronized void heard() {
        backoff.reset();
        wasHeard = true;
    }

    /** A session is over. */
    void ended(ParentSession over, Failure failure, String sentence) {
        synchronized (this) {
            if (closed || session != over) {
                return;
            }
            session = null;
        }
        if (isFinal(failure)) {
            LOG.warn("The parent refuses this instance: {}", sentence);
            inbox.tell(new Event.ParentSaid(new DownMessage.RegisterRefused(sentence)));
            return;
        }
        if (isOutOfPatience()) {
            String since = "the parent has not answered within " + patience.toMillis() + " ms: " + sentence;
            inbox.tell(new Event.ParentSaid(new DownMessage.RegisterRefused(since)));
            return;
        }
        long delayMillis = nextDelayMillis();
        LOG.info("No session with the parent ({}); the next attempt is in {} ms", sentence, delayMillis);
        var unused = executor.schedule(this::open, delayMillis, TimeUnit.MILLISECONDS);
    }

    private synchronized boolean isOutOfPatience() {
        return !wasHeard && System.nanoTime() - begunNanos > patience.toNanos();
    }

    private synchronized @Nullable ParentSession current() {
        return session;
    }

    /** The next attempt is made in the next place, and each place is to be tried as often as if there were no other. */
    private synchronized long nextDelayMillis() {
        place = (place + 1) % channels.size();
        return backoff.next().toMillis() / channels.size();
    }

    /** Whether another attempt could only end in the same way. */
    private static boolean isFinal(Failure failure) {
        return switch (failure) {
            case UNAUTHENTICATED, FORBIDDEN, INCOMPATIBLE -> true;
            case INVALID, BAD_JOBSPEC, NOT_FOUND, EXISTS, NOT_NOW, OVERLOADED, TOO_LARGE, DEADLINE, JOURNAL -> false;
            case STOPPING, STANDBY, UNREACHABLE, INTERNAL -> false;
        };
    }
}
