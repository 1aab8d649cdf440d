package io.banyan.sim.world;

/** The kinds of faults in a world. */
public enum Fault {
    /** A message does not arrive, and the session breaks over it. */
    LOSS("lost"),
    /** A message arrives twice. */
    DUPLICATION("duplicated"),
    /** A message arrives late, perhaps after others that were sent after it, or in a later session. */
    DELAY("delayed"),
    /** A session breaks; messages under way in it are lost. */
    CUT("cut"),
    /** Nothing goes through between two instances, and for a while neither knows. */
    PARTITION("partition"),
    /** A process ends at once. */
    CRASH("crash"),
    /** A process ends after it has written to its journal and before that is synced. */
    CRASH_UNSYNCED("crash unsynced"),
    /** A process ends after its journal is synced and before all that follows is done. */
    CRASH_SYNCED("crash synced"),
    /** A process stands still for a while. */
    FREEZE("freeze"),
    /** A clock is set. */
    CLOCK("clock step"),
    /** A provider is slow. */
    SLOW_PROVIDER("slow provider"),
    /** A provider fails. */
    FAILING_PROVIDER("failing provider"),
    /** A provider takes its resources away. */
    TAKEN("taken by a provider"),
    /** A provider has more for a grow than it said. */
    LEFTOVER("more than reported"),
    /** A fence on another machine fails and is tried again. */
    FENCE("failed fence"),
    /** A process ends because an administrator wants it to, and another goes on from its journal. */
    SUSPENSION("suspension");

    private final String label;

    Fault(String label) {
        this.label = label;
    }

    /** The name of the fault in reports. */
    public String label() {
        return label;
    }
}
