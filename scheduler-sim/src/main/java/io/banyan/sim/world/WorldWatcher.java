package io.banyan.sim.world;

import io.banyan.instance.message.Transaction;
import java.util.List;

/** Receives the events of a world, and may throw a {@link Violation}. */
public interface WorldWatcher {
    /** An instance has handled events, and has decided something. Its effects are not performed yet. */
    void decided(World world, Node node, List<Transaction> transactions);

    /** So many events were handled since the beginning, by all instances. */
    void stepped(World world, long steps);

    /** A new process has read its journal. */
    void restarted(World world, Node node);

    /** A watcher that ignores all events. */
    WorldWatcher NONE = new WorldWatcher() {
        @Override
        public void decided(World world, Node node, List<Transaction> transactions) {
            // Ignored.
        }

        @Override
        public void stepped(World world, long steps) {
            // Ignored.
        }

        @Override
        public void restarted(World world, Node node) {
            // Ignored.
        }
    };
}
