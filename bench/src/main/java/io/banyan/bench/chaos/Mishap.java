package io.banyan.bench.chaos;

import java.util.Locale;

/** A mishap of the instance in the middle, or of the link between it and its parent. */
enum Mishap {
    /** The process is killed, and another one is started on its state directory. */
    KILLED,
    /** The process is not scheduled for longer than its lease. */
    FROZEN,
    /** Nothing passes the link in either direction for longer than the lease, and neither side is notified. */
    BLACKHOLED,
    /** Messages of the child arrive, those of the parent do not; then the connections break. */
    HALF_OPEN,
    /** Each piece is 200 ms late in either direction. */
    DELAYED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
