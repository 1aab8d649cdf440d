package io.banyan.rpc.spending;

/**
 * The time, and the period in which it is. The periods follow one another, and the first begins with the first
 * purchase. Times are in seconds, those that are not over count. Time does not go back: where it seems to, it stands
 * still. All costs O(1). For one thread.
 */
final class Period {
    private final long lengthSec;
    private boolean hasBegun;
    private long begin;
    private long end;
    private long now;

    /** Before the first. */
    Period(long lengthSec) {
        this.lengthSec = lengthSec;
    }

    /** From now on it is this time; whether a new period has begun with it. */
    boolean advance(long nowSec) {
        now = Math.max(now, nowSec);
        if (!hasBegun || now < end) {
            return false;
        }
        begin = end + (now - end) / lengthSec * lengthSec;
        end = begin + lengthSec;
        return true;
    }

    /** The first purchase begins the first period. */
    void start() {
        if (!hasBegun) {
            hasBegun = true;
            begin = now - 1;
            end = begin + lengthSec;
        }
    }

    /** Restores the state of the time at which a line was written. */
    void restore(LedgerLine line) {
        hasBegun = true;
        begin = line.begin();
        now = Math.max(now, Math.max(line.at(), begin));
    }

    /**
     * After the last line. Where periods were longer when it was written, the one in which it was goes to its end as it
     * is now.
     */
    void restored() {
        if (hasBegun) {
            end = begin + lengthSec * (1 + (now - begin) / lengthSec);
        }
    }

    long now() {
        return now;
    }

    /** When this period began, and when it ends; 0 before the first purchase. */
    long begin() {
        return begin;
    }

    long end() {
        return end;
    }

    /** Returns the start of a resource that comes now: a second that has begun is paid. */
    long since() {
        return Math.max(begin, now - 1);
    }
}
