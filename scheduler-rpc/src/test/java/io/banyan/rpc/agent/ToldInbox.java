package io.banyan.rpc.agent;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what it is told, for an instance that nobody asks anything. Any thread. */
public final class ToldInbox implements Inbox {
    private static final long PATIENCE_SEC = 30;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    @Override
    public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
        return events.add(event);
    }

    @Override
    public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
        throw new AssertionError("nobody asks here");
    }

    /** Takes the oldest event, which may still have to come. */
    public Event next() throws InterruptedException {
        return Optional.ofNullable(events.poll(PATIENCE_SEC, TimeUnit.SECONDS)).orElseThrow();
    }

    /** Returns the events that the inbox received and nobody has taken. */
    public List<Event> left() {
        return List.copyOf(events);
    }
}
