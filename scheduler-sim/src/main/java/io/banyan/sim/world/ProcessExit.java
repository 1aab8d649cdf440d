package io.banyan.sim.world;

import io.banyan.instance.message.client.Request;
import org.jspecify.annotations.Nullable;

/** The requested end of the process of one instance. A new one starts after a while. */
public final class ProcessExit {
    private final World world;
    private final Node node;
    private @Nullable Crash planned;
    private long plannedDownMillis;

    ProcessExit(World world, Node node) {
        this.world = world;
        this.node = node;
    }

    /** An administrator ends the process. */
    public void suspend(long downMillis) {
        if (node.isUp()) {
            world.count(Fault.SUSPENSION);
            world.ask(node, new Request.Suspend());
            world.in(downMillis, node::start);
        }
    }

    /** The process ends at once. */
    public void crash(long downMillis) {
        if (node.isUp()) {
            crash(Fault.CRASH, Disk.Remains.LOST, true, downMillis);
        }
    }

    /** The process ends at its next decision. */
    public void crashAt(Crash where, long downMillis) {
        planned = where;
        plannedDownMillis = downMillis;
    }

    /** The process does not end at its next decision. */
    void forget() {
        planned = null;
    }

    /** Crashes the process between write and sync if that is planned. Returns whether the process lives on. */
    boolean survivesWrite() {
        if (planned instanceof Crash.Unsynced unsynced) {
            boolean isAllDurable = unsynced.remains() == Disk.Remains.WHOLE;
            crash(Fault.CRASH_UNSYNCED, unsynced.remains(), isAllDurable, plannedDownMillis);
            return false;
        }
        return true;
    }

    /** How many effects it lives to do once it has decided; effects without a decision do not end it. */
    int effectsBefore(boolean hasDecided) {
        return hasDecided && planned instanceof Crash.Synced synced ? synced.effects() : Integer.MAX_VALUE;
    }

    /** Crashes the process after the sync and the planned number of effects. */
    void crashSynced() {
        crash(Fault.CRASH_SYNCED, Disk.Remains.LOST, true, plannedDownMillis);
    }

    private void crash(Fault kind, Disk.Remains remains, boolean isAllDurable, long downMillis) {
        world.count(kind);
        node.die(remains, isAllDurable);
        world.in(downMillis, node::start);
    }
}
