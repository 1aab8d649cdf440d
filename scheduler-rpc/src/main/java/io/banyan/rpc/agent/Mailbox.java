package io.banyan.rpc.agent;

import io.banyan.instance.Event;
import io.banyan.instance.Request;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue in front of an instance. Clients fill it up to its capacity and are refused beyond it; what comes from parent, children,
 * providers and processes finds room for some time longer, so that a flood of clients cannot cut the tree.
 */
public final class Mailbox implements Inbox {
    /** How many clients' requests wait at most, where nothing else is said. */
    public static final int DEFAULT_CAPACITY = 4096;

    private static final int ROOM_FOR_EVENTS = 16;

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final ArrayDeque<Mail> queue = new ArrayDeque<>();
    private int asked;
    private boolean closed;

    /** A mailbox for this many requests of clients. */
    public Mailbox(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public boolean tell(Event event, List<LevelTiming> timings) {
        lock.lock();
        try {
            if (closed || queue.size() >= ROOM_FOR_EVENTS * capacity) {
                return false;
            }
            put(new Mail.Told(event, timings));
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ask(Request request, long timeoutNanos, ReplyTo asker) {
        boolean isClosed;
        lock.lock();
        try {
            isClosed = closed;
            if (!closed && asked < capacity) {
                asked++;
                put(new Mail.Asked(request, System.nanoTime() + timeoutNanos, asker));
                return;
            }
        } finally {
            lock.unlock();
        }
        if (isClosed) {
            asker.fail(Failure.STOPPING, "The daemon is stopping.");
        } else {
            asker.fail(
                    Failure.OVERLOADED, "The daemon has " + capacity + " requests waiting already; try again later.");
        }
    }

    /** The oldest mails, at most this many; waits for the first for at most so long. */
    List<Mail> take(int most, long waitMillis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(waitMillis);
            while (queue.isEmpty() && !closed && left > 0) {
                left = filled.awaitNanos(left);
            }
            List<Mail> taken = new ArrayList<>(Math.min(most, queue.size()));
            while (taken.size() < most && !queue.isEmpty()) {
                Mail mail = queue.removeFirst();
                asked -= mail instanceof Mail.Asked ? 1 : 0;
                taken.add(mail);
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more; whoever still waits for an answer in the queue is told why there is none. */
    void close(Failure failure, String sentence) {
        List<Mail> left;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(queue);
            queue.clear();
            filled.signalAll();
        } finally {
            lock.unlock();
        }
        for (Mail mail : left) {
            if (mail instanceof Mail.Asked unheard) {
                unheard.asker().fail(failure, sentence);
            }
        }
    }

    private void put(Mail mail) {
        queue.addLast(mail);
        filled.signal();
    }
}
