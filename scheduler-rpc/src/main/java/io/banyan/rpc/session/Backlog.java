package io.banyan.rpc.session;

/**
 * How much of what came over one session the instance has not decided on yet. Where that is as much as may be, the next
 * message is not asked for until there is room again, so that it waits with the sender: whoever says more than is heard
 * waits for itself, and nothing of what it said is lost. Any thread may call.
 */
public final class Backlog {
    /** So many messages of one session wait at most. */
    public static final int MOST = 64;

    private final Runnable requestNext;
    private int waiting;
    private boolean isHeldBack;

    /**
     * Nothing waits yet.
     *
     * @param requestNext asks the stream for one message more
     */
    public Backlog(Runnable requestNext) {
        this.requestNext = requestNext;
    }

    /** A message waits; what is returned is to be called once, when it was decided on. */
    public synchronized Runnable add() {
        waiting++;
        return this::decided;
    }

    /** A message was read: the next one is asked for, now or when there is room. */
    public void next() {
        synchronized (this) {
            isHeldBack = waiting >= MOST;
            if (isHeldBack) {
                return;
            }
        }
        requestNext.run();
    }

    private void decided() {
        synchronized (this) {
            waiting--;
            if (!isHeldBack || waiting >= MOST) {
                return;
            }
            isHeldBack = false;
        }
        requestNext.run();
    }
}
