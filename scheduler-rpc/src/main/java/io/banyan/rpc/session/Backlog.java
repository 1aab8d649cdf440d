package io.banyan.rpc.session;

/**
 * The amount of data from one session that the instance has not decided on yet. At the limit, the next message is not
 * requested until there is room again, so that it waits at the sender: a sender that is too fast delays only itself,
 * and no message is lost. Any thread may call.
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

    /** Adds a waiting message; the caller must call the result once, after the message was decided on. */
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
