package io.banyan.rpc.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last notices, numbered from 1. Each watcher reads them at its own pace and delays no other watcher. A watcher
 * that is too slow is informed that notices are no longer kept. Any thread may call.
 */
public final class Notices {
    /** How many are remembered where nothing else is said. */
    public static final int DEFAULT_REMEMBERED = 10_000;

    private final String run;
    private final Notice[] ring;
    private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();
    private long last;

    /**
     * Creates an empty list.
     *
     * @param run identifies this run of the daemon
     * @param remembered the number of kept notices
     */
    public Notices(String run, int remembered) {
        this.run = run;
        this.ring = new Notice[remembered];
    }

    /** The next piece of a watch. */
    public sealed interface Piece {
        /** These, with the cursor after each; none where there is nothing new. */
        record Told(List<Notice> notices, long first) implements Piece {
            /** Copies the list. */
            public Told {
                notices = List.copyOf(notices);
            }
        }

        /** Some of them are gone. */
        record Gone() implements Piece {}
    }

    /** Adds notices, and wakes the watching clients. O(notices + watchers). */
    public void add(List<Notice> notices) {
        if (notices.isEmpty()) {
            return;
        }
        synchronized (this) {
            for (Notice notice : notices) {
                last++;
                ring[at(last)] = notice;
            }
        }
        watchers.forEach(Runnable::run);
    }

    /** The notices after a number, at most as many as given. */
    public synchronized Piece after(long number, int most) {
        if (number < last - ring.length) {
            return new Piece.Gone();
        }
        List<Notice> found = new ArrayList<>();
        for (long next = number + 1; next <= last && found.size() < most; next++) {
            found.add(ring[at(next)]);
        }
        return new Piece.Told(found, number + 1);
    }

    /** Returns the position after the latest notice. */
    public synchronized Cursor now() {
        return new Cursor(run, last);
    }

    /** Before the first that is remembered. */
    public synchronized Cursor first() {
        return new Cursor(run, Math.max(0, last - ring.length));
    }

    /** The cursor of a number. */
    public Cursor cursor(long number) {
        return new Cursor(run, number);
    }

    /** Whether the notices after a cursor are known here. */
    public synchronized boolean knows(Cursor cursor) {
        return cursor.run().equals(run) && cursor.number() <= last && cursor.number() >= last - ring.length;
    }

    /** From now on this is run whenever there is something new; it must not block. */
    public void wake(Runnable watcher) {
        watchers.add(watcher);
    }

    /** No longer. */
    public void leave(Runnable watcher) {
        watchers.remove(watcher);
    }

    /** How many watch. */
    public int watchers() {
        return watchers.size();
    }

    private int at(long number) {
        return (int) (number % ring.length);
    }
}
