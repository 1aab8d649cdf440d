package io.banyan.sim.world;

import io.banyan.instance.Inspection;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The place of one instance: its journal, its clock, its clouds and its link to the parent, which stay, and its
 * process, which comes and goes.
 */
public final class Node {
    private final World world;
    private final String label;
    private final String path;
    private final Optional<Node> parent;
    private final InstanceConfig config;
    private final SimulatedJournal journal;
    private final SimulatedProviders clouds;
    private final ProcessExit processExit;
    private final Optional<SimulatedLink> uplink;
    private final Acknowledged acknowledged = new Acknowledged();
    private @Nullable Running running;
    private int process;
    private boolean isFenced;
    private long clockAheadMillis;

    Node(World world, String label, String path, Optional<Node> parent, InstanceConfig config) {
        this.world = world;
        this.label = label;
        this.path = path;
        this.parent = parent;
        this.config = config;
        this.journal = new SimulatedJournal(path, world.parts().disks().get());
        this.clouds = new SimulatedProviders(world, this, config.grow().providers());
        this.processExit = new ProcessExit(world, this);
        this.uplink = parent.map(
                it -> new SimulatedLink(world, this, it, config.parentJob().orElseThrow()));
    }

    /** The name with which the instance was spawned. */
    public String label() {
        return label;
    }

    /** Where it is in the tree. */
    public String path() {
        return path;
    }

    /** The instance above; empty for the root. */
    public Optional<Node> parent() {
        return parent;
    }

    /** The parent's job that it is. */
    public JobId job() {
        return config.parentJob().orElseThrow();
    }

    /** How many levels are above. */
    public int depth() {
        return parent.map(above -> above.depth() + 1).orElse(0);
    }

    /** The link to the parent; empty for the root. */
    public Optional<SimulatedLink> uplink() {
        return uplink;
    }

    /** The providers of the instance. */
    public SimulatedProviders clouds() {
        return clouds;
    }

    /** Returns the requested end of its process. */
    public ProcessExit processExit() {
        return processExit;
    }

    /** The configuration of the instance. */
    public InstanceConfig config() {
        return config;
    }

    /** Whether a process runs. */
    public boolean isUp() {
        return running != null;
    }

    /** Whether its process stands still. */
    boolean isFrozen() {
        return running != null && running.isFrozen();
    }

    /** Whether it has ended for ever: the launcher has ensured that no process of it runs, and frees its resources. */
    public boolean isFenced() {
        return isFenced;
    }

    /** The instance in its process. */
    public Instance instance() {
        return running().machine().instance();
    }

    /** For reading. */
    public Inspection inspect() {
        return instance().inspect();
    }

    /** The calls that this process has not answered, except those of clients that have gone. */
    public Set<String> calls() {
        return running == null ? Set.of() : running.calls();
    }

    /** The client of a call stops waiting for the answer; does nothing if no process runs. */
    public void leave(String call) {
        if (running != null) {
            running.leave(call);
        }
    }

    /** Handles the answer of a call. Returns false for an unknown call. */
    boolean answered(String call) {
        return running != null && running.answered(call);
    }

    /** The resources and jobs that the instance has acknowledged to others. */
    public Acknowledged acknowledged() {
        return acknowledged;
    }

    /** Changes with every process. */
    int process() {
        return process;
    }

    private Running running() {
        Running present = running;
        if (present == null) {
            throw new IllegalStateException("no process of " + path + " runs");
        }
        return present;
    }

    /** The time that the clock of the instance shows. */
    long clock() {
        return world.nowMillis() + World.BEGINNING_MILLIS + clockAheadMillis;
    }

    // ---- processes ------------------------------------------------------------------------------------------------

    /**
     * A process starts, from the journal where there is one; nothing happens where one runs, or the launcher has seen
     * to it that none does.
     */
    public void start() {
        if (isFenced || running != null) {
            return;
        }
        if (isOver()) {
            world.launcher().end(this);
            return;
        }
        StateMachine fresh = world.parts().machines().apply(world.site().instance(config));
        boolean isNext = journal.replay(fresh);
        running = new Running(world, this, fresh);
        process++;
        journal.requireAllIn(fresh);
        world.launcher().takeOver(this);
        if (isNext) {
            world.watcher().restarted(world, this);
            receive(new Event.Restarted());
        }
        uplink.ifPresent(link -> link.dial(1));
    }

    /** The resources that may still be at providers according to the journal, by provider. */
    SortedMap<String, SortedSet<String>> outside() {
        StateMachine past = world.parts().machines().apply(world.site().instance(config));
        var unused = journal.replay(past);
        return past.instance().inspect().outside();
    }

    /**
     * Returns whether the nearest known state of the instance's job is ended, so that the process is not started again.
     */
    private boolean isOver() {
        Optional<Node> above =
                parent.filter(Node::isUp).filter(it -> it.inspect().isJoined());
        return above.isPresent()
                && above.get()
                        .inspect()
                        .job(job())
                        .filter(job -> job.state().isActive())
                        .isEmpty();
    }

    /** The process ends at once. Writes that its disk has not synced are lost. */
    void die(Disk.Remains remains, boolean isAllDurable) {
        Running ending = running;
        if (ending == null) {
            return;
        }
        journal.crash(remains, isAllDurable ? inspect().text() : "");
        ending.end();
        running = null;
        processExit.forget();
        process++;
        uplink.ifPresent(SimulatedLink::breakDown);
        world.launcher().ended(this);
    }

    /** Ends the process and prevents another start. */
    void fence() {
        isFenced = true;
        die(Disk.Remains.LOST, false);
    }

    // ---- faults ------------------------------------------------------------------------------------------

    /** The process stands still for a while. */
    public void freeze(long millis) {
        if (running != null && !running.isFrozen()) {
            world.count(Fault.FREEZE);
            running.freeze(millis);
        }
    }

    /** Returns by how much the clock is ahead of the world's time. */
    public long clockAheadMillis() {
        return clockAheadMillis;
    }

    /** The clock is set forward, or back. */
    public void setClock(long byMillis) {
        world.count(Fault.CLOCK);
        turnClock(clockAheadMillis + byMillis);
    }

    private void turnClock(long aheadMillis) {
        clockAheadMillis = aheadMillis;
        if (running != null) {
            running.clockSet();
        }
    }

    /** Rewrites the journal without records that are no longer needed, while no process runs. */
    public void shorten() {
        if (running == null) {
            journal.shorten(config.limits().maxEndedJobs());
        }
    }

    /** All is well from now on. */
    void heal() {
        processExit.forget();
        clouds.heal();
        uplink.ifPresent(SimulatedLink::heal);
        if (clockAheadMillis != 0) {
            turnClock(0);
        }
        if (running != null && running.isFrozen()) {
            running.thaw();
        }
        start();
    }

    // ---- events ---------------------------------------------------------------------------------------------------

    /** Something happens to the process, if there is one. */
    void receive(Event event) {
        if (running != null) {
            running.receive(event);
        }
    }

    void ask(String call, Event event) {
        if (running != null) {
            running.ask(call, event);
        }
    }

    /** Writes the decisions of the process to the journal. Returns whether the process lives on. */
    boolean append(List<Transaction> transactions) {
        journal.write(transactions);
        if (!processExit.survivesWrite()) {
            return false;
        }
        journal.sync();
        world.watcher().decided(world, this, transactions);
        return true;
    }

    @Override
    public String toString() {
        return label + " (" + path + ")";
    }
}
