package io.banyan.bench.chaos;

import java.util.Locale;

/** What happens to the instance in the middle, or to the link between it and its parent. */
enum Mishap {
    /** Its process is killed without a word, and another one is started on its state directory. */
    KILLED,
    /** Its process is not scheduled for longer than its lease. */
    FROZEN,
    /** Nothing passes the link in either direction for longer than the lease, and nobody is told. */
    BLACKHOLED,
    /** What the child says arrives, what the parent says does not; then the connections break. */
    HALF_OPEN,
    /** Each piece is 200 ms late in either direction. */
    DELAYED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
