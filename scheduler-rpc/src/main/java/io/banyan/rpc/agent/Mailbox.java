package io.banyan.rpc.agent;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The queue in front of an instance, and the right to decide on its mails, which one thread has at a time: the agent's,
 * or one that has just left a mail while no thread was deciding. Clients fill it up to its capacity, each a share of
 * it, and are refused beyond. Events from parent, children, providers and processes always find room, because their
 * number is limited: a session is not read while {@link io.banyan.rpc.session.Backlog#MOST} of its messages wait, and
 * providers and processes send one event per task. Each child has a lane of its own, so that a child with many messages
 * delays only itself.
 */
public final class Mailbox implements Inbox {
    /** How many clients' requests wait at most, where nothing else is said. */
    public static final int DEFAULT_CAPACITY = 4096;

    private static final int ROOM_FOR_LEAVING = 16;
    /**
     * A thread that left a mail has other things to do: where deciding took it so long, the next ones are left to the
     * agent's thread.
     */
    private static final long LONGEST_HERE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int LEFT_AFTER_A_LONG_ONE = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final MailQueue queue;
    /** The thread that decides; null if there is none. */
    private @Nullable Thread decider;
    /** Decides on the thread that has left a mail; null where only the agent's own decides. */
    private @Nullable Runnable here;
    /** So many mails are not decided where they are left. */
    private int leftToAgent;
    /** Whether the agent's thread is to have the right to decide next, whatever lies in the queue. */
    private boolean isAgentDue;

    private long refused;
    private boolean closed;

    /**
     * How full a mailbox is.
     *
     * @param waiting how many mails lie in it
     * @param capacity how many clients' requests may
     * @param refused how many of them found no room so far
     */
    public record Load(int waiting, int capacity, long refused) {}

    /** A mailbox for this many requests of clients. */
    public Mailbox(int capacity) {
        this.queue = new MailQueue(capacity);
    }

    /** From now on so many requests of clients may wait; those that wait already stay. */
    public void limitTo(int newCapacity) {
        lock.lock();
        try {
            queue.limitTo(newCapacity);
        } finally {
            lock.unlock();
        }
    }

    /** How full it is. Any thread may ask. */
    public Load load() {
        lock.lock();
        try {
            return new Load(queue.size(), queue.capacity(), refused);
        } finally {
            lock.unlock();
        }
    }

    /** Gives the agent's thread the right to decide, before it is started. */
    void open(Thread agent) {
        lock.lock();
        try {
            decider = agent;
        } finally {
            lock.unlock();
        }
    }

    /**
     * From now on, a thread that leaves a mail with {@link Mail#isDecidedHere} while no thread is deciding has the
     * right to decide, and runs this action.
     */
    void decideHereBy(Runnable deciding) {
        lock.lock();
        try {
            here = deciding;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
        Runnable deciding;
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            deciding = put(new Mail.Told(event, timings, decided));
        } finally {
            lock.unlock();
        }
        if (deciding != null) {
            deciding.run();
        }
        return true;
    }

    @Override
    public void left(ReplyTo asker) {
        lock.lock();
        try {
            // Clients that ask and disconnect repeatedly must not fill the queue. A dropped notice costs only a reply
            // that no client receives.
            if (!closed && queue.size() < ROOM_FOR_LEAVING * queue.capacity()) {
                put(new Mail.Left(asker));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
        Runnable deciding = null;
        boolean isTaken;
        int waiting;
        int capacity;
        boolean isClosed;
        lock.lock();
        try {
            isClosed = closed;
            capacity = queue.capacity();
            waiting = queue.waitingOf(client);
            isTaken = !closed && queue.hasRoomFor(client);
            refused += closed || isTaken ? 0 : 1;
            if (isTaken) {
                deciding = put(new Mail.Asked(client, request, System.nanoTime() + timeoutNanos, asker));
            }
        } finally {
            lock.unlock();
        }
        if (deciding != null) {
            deciding.run();
        } else if (isClosed) {
            asker.fail(Failure.STOPPING, "The daemon is stopping.");
        } else if (!isTaken) {
            asker.fail(
                    Failure.OVERLOADED,
                    waiting == 0
                            ? "The daemon already has " + capacity + " waiting requests; try again later."
                            : "The daemon already has " + waiting + " waiting requests of '" + client.name()
                                    + "'; try again later.");
        }
    }

    /**
     * For the agent's thread: gives up the right to decide, waits for a mail, at most this long, and then for the
     * right, which it has again.
     *
     * @return the oldest mails, at most this many; none where the time has passed, the agent was called, or the mailbox
     *     is closed
     */
    List<Mail> await(int most, long waitMillis) throws InterruptedException {
        lock.lock();
        try {
            decider = null;
            long left = TimeUnit.MILLISECONDS.toNanos(waitMillis);
            while (queue.isEmpty() && !closed && !isAgentDue && left > 0) {
                left = news.awaitNanos(left);
            }
            isAgentDue = true;
            awaitRight();
            isAgentDue = false;
            return drain(most);
        } finally {
            lock.unlock();
        }
    }

    /** For the agent's thread at its end: waits for the right to decide, and keeps it. */
    void seize() {
        lock.lock();
        try {
            isAgentDue = true;
            awaitRight();
        } finally {
            lock.unlock();
        }
    }

    private void awaitRight() {
        while (decider != null && !isDeciding()) {
            news.awaitUninterruptibly();
        }
        decider = Thread.currentThread();
    }

    /** Returns the next mails, at most this many, for the deciding thread. */
    List<Mail> take(int most) {
        lock.lock();
        try {
            return drain(most);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a decision on another thread than the agent's.
     *
     * @param tookNanos how long it took
     * @param callsAgent whether the agent's thread has something to do, even if nothing lies in the queue
     */
    void leave(long tookNanos, boolean callsAgent) {
        lock.lock();
        try {
            decider = null;
            leftToAgent = tookNanos > LONGEST_HERE_NANOS ? LEFT_AFTER_A_LONG_ONE : leftToAgent;
            isAgentDue |= callsAgent;
            if (isAgentDue || closed || !queue.isEmpty()) {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether this thread has the right to decide. */
    boolean isDeciding() {
        lock.lock();
        try {
            return Thread.currentThread().equals(decider);
        } finally {
            lock.unlock();
        }
    }

    /** Closes the mailbox; every queued request gets this failure as its answer. */
    void close(Failure failure, String sentence) {
        List<Mail> left;
        lock.lock();
        try {
            closed = true;
            left = queue.clear();
            news.signalAll();
        } finally {
            lock.unlock();
        }
        for (Mail mail : left) {
            if (mail instanceof Mail.Asked unheard) {
                unheard.asker().fail(failure, sentence);
            }
        }
    }

    /** Puts a mail into the queue; returns the caller's next action, if the caller must decide on it. */
    private @Nullable Runnable put(Mail mail) {
        queue.add(mail);
        if (decider != null) {
            return null;
        }
        if (here != null && queue.size() == 1 && mail.isDecidedHere() && !isLeftToAgent()) {
            decider = Thread.currentThread();
            return here;
        }
        news.signal();
        return null;
    }

    private boolean isLeftToAgent() {
        if (isAgentDue || leftToAgent == 0) {
            return isAgentDue;
        }
        leftToAgent--;
        return true;
    }

    private List<Mail> drain(int most) {
        List<Mail> taken = new ArrayList<>(Math.min(most, queue.size()));
        Mail mail = queue.poll();
        while (mail != null) {
            taken.add(mail);
            mail = taken.size() < most ? queue.poll() : null;
        }
        return taken;
    }
}
