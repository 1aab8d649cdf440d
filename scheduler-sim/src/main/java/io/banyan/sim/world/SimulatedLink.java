package io.banyan.sim.world;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.resource.JobId;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The sessions of a child with its parent. Within one of them messages arrive in order, unless one is made late;
 * messages under way at its end are lost. The child dials until the parent answers.
 */
public final class SimulatedLink {
    /** A planned fault of a message. */
    private record Mishap(Fault kind, long millis) {}

    private static final long FIRST_DIAL_MILLIS = 10;
    private static final long LAST_DIAL_MILLIS = 500;
    /** How long a session lives on through which nothing goes. */
    private static final long KEEPALIVE_MILLIS = 3_000;

    private final World world;
    private final Node child;
    private final Node parent;
    private final JobId job;
    private final long latencyMillis;
    private final Deque<Mishap> upward = new ArrayDeque<>();
    private final Deque<Mishap> downward = new ArrayDeque<>();
    private boolean isOpen;
    private boolean isDialing;
    private long session;
    private long partedUntil;
    private long dialMillis = FIRST_DIAL_MILLIS;

    SimulatedLink(World world, Node child, Node parent, JobId job) {
        this.world = world;
        this.child = child;
        this.parent = parent;
        this.job = job;
        this.latencyMillis = 1L + Math.floorMod(child.label().hashCode(), 4);
    }

    /** Whether there is a session. */
    public boolean isOpen() {
        return isOpen;
    }

    // ---- faults ------------------------------------------------------------------------------------------

    /** The next message in one direction is lost, and so is the session; the child dials again after a while. */
    public void loseNext(boolean isUpward, long millis) {
        (isUpward ? upward : downward).add(new Mishap(Fault.LOSS, millis));
    }

    /** The next message in one direction arrives again after a while. */
    public void repeatNext(boolean isUpward, long millis) {
        (isUpward ? upward : downward).add(new Mishap(Fault.DUPLICATION, millis));
    }

    /** The next message in one direction arrives later than it would, whatever becomes of its session. */
    public void delayNext(boolean isUpward, long millis) {
        (isUpward ? upward : downward).add(new Mishap(Fault.DELAY, millis));
    }

    /** The session breaks; the child dials again after a while. */
    public void cut(long millis) {
        if (isOpen) {
            world.count(Fault.CUT);
            breakDown();
            dial(millis);
        }
    }

    /** Nothing goes through for a while. A session that this outlives goes on. */
    public void part(long millis) {
        if (partedUntil > world.nowMillis()) {
            return;
        }
        world.count(Fault.PARTITION);
        partedUntil = world.nowMillis() + millis;
        long broken = session;
        if (millis > KEEPALIVE_MILLIS) {
            world.in(KEEPALIVE_MILLIS, () -> {
                if (isOpen && session == broken) {
                    breakDown();
                    dial(FIRST_DIAL_MILLIS);
                }
            });
        }
    }

    /** All is well from now on. */
    void heal() {
        upward.clear();
        downward.clear();
        partedUntil = 0;
        dial(FIRST_DIAL_MILLIS);
    }

    // ---- sessions -------------------------------------------------------------------------------------------------

    /** The child dials after a while, unless it does already, or there is no need. */
    void dial(long millis) {
        if (!isDialing && !isOpen) {
            isDialing = true;
            world.in(millis, this::answer);
        }
    }

    private void answer() {
        isDialing = false;
        if (isOpen || !child.isUp()) {
            return;
        }
        if (!parent.isUp() || partedUntil > world.nowMillis()) {
            dialMillis = Math.min(2 * dialMillis, LAST_DIAL_MILLIS);
            dial(dialMillis);
            return;
        }
        dialMillis = FIRST_DIAL_MILLIS;
        isOpen = true;
        session++;
        child.receive(new Event.ParentLinked());
    }

    /** Notifies both ends, if their processes run. */
    void breakDown() {
        if (isOpen) {
            isOpen = false;
            world.in(0, () -> child.receive(new Event.ParentUnlinked()));
            world.in(0, () -> parent.receive(new Event.ChildUnlinked(job)));
        }
    }

    void send(UpMessage message) {
        send(upward, parent, new Event.ChildSaid(job, message));
    }

    void send(DownMessage message) {
        send(downward, child, new Event.ParentSaid(message));
    }

    private void send(Deque<Mishap> mishaps, Node to, Event event) {
        if (!isOpen) {
            return;
        }
        Mishap mishap = mishaps.poll();
        if (mishap == null) {
            deliver(latencyMillis, to, event, false);
            return;
        }
        world.count(mishap.kind);
        switch (mishap.kind) {
            case LOSS -> {
                breakDown();
                dial(mishap.millis);
            }
            case DUPLICATION -> {
                deliver(latencyMillis, to, event, false);
                deliver(latencyMillis + mishap.millis, to, event, true);
            }
            case DELAY -> deliver(latencyMillis + mishap.millis, to, event, true);
            default -> throw new IllegalStateException("a message is not " + mishap.kind.label());
        }
    }

    private void deliver(long millis, Node to, Event event, boolean isLate) {
        long sentIn = session;
        world.in(millis, () -> arrive(sentIn, to, event, isLate));
    }

    private void arrive(long sentIn, Node to, Event event, boolean isLate) {
        boolean isCurrent = isOpen && session == sentIn;
        if (!isCurrent && !isLate) {
            return;
        }
        long parted = partedUntil - world.nowMillis();
        if (parted > 0) {
            deliver(parted, to, event, isLate);
        } else {
            to.receive(event);
        }
    }
}
