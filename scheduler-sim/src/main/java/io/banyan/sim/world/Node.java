package io.banyan.sim.world;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Event;
import io.banyan.instance.Inspection;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.instance.Request;
import io.banyan.instance.Shortening;
import io.banyan.instance.Transaction;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Inventory;
import io.banyan.schedule.JobId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The place of one instance: its disk, its clock, its clouds and its link to the parent, which stay, and its process, which comes and goes. */
public final class Node {
    private static final long LOOK_MILLIS = 5;
    private static final TimeWindow HORIZON = new TimeWindow(0, 1_000_000);

    private final World world;
    private final String label;
    private final String path;
    private final Optional<Node> parent;
    private final InstanceConfig config;
    private final Disk disk;
    private final Map<String, Cloud> clouds = new LinkedHashMap<>();
    private final Optional<Link> uplink;
    private final Acknowledged acknowledged = new Acknowledged();
    private @Nullable Running running;
    private @Nullable Crash crash;
    private long crashedMillis;
    private String durable = "";
    private int process;
    private boolean isFenced;
    private long clockAheadMillis;

    Node(World world, String label, String path, Optional<Node> parent, InstanceConfig config) {
        this.world = world;
        this.label = label;
        this.path = path;
        this.parent = parent;
        this.config = config;
        this.disk = world.parts().disks().get();
        List<String> providers = config.grow().providers();
        for (String provider : providers) {
            clouds.put(provider, new Cloud(world, provider.equals(providers.getLast()) ? Integer.MAX_VALUE : 1));
        }
        this.uplink =
                parent.map(it -> new Link(world, this, it, config.parentJob().orElseThrow()));
    }

    /** What it is called: the name that it was spawned with. */
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

    /** Its link to the parent; empty for the root. */
    public Optional<Link> uplink() {
        return uplink;
    }

    /** What its provider of this name is. */
    public Cloud cloud(String provider) {
        return Optional.ofNullable(clouds.get(provider))
                .orElseThrow(() -> new Violation(this + " has no provider " + provider));
    }

    /** What its providers are, in the order in which it asks them, by their names. */
    public Map<String, Cloud> clouds() {
        return Collections.unmodifiableMap(clouds);
    }

    /** It asks a provider what that has out there. */
    public void look(String provider) {
        int of = process;
        receive(new Event.ProviderAskedToList(provider));
        world.in(LOOK_MILLIS, () -> {
            List<Inventory.Holding> holdings = cloud(provider).list();
            world.in(LOOK_MILLIS, () -> {
                if (process == of) {
                    receive(new Event.ProviderListed(provider, holdings));
                }
            });
        });
    }

    /** Its configuration. */
    public InstanceConfig config() {
        return config;
    }

    /** Whether a process runs. */
    public boolean isUp() {
        return running != null;
    }

    /** Whether it is over for good: the launcher has seen to it that nothing of it runs, and frees what it had. */
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

    /** What this process was asked and has not answered, without that of clients that have gone. */
    public Set<String> calls() {
        return running == null ? Set.of() : running.calls();
    }

    /** The client of a call does not wait for the answer; who was gone before hears of it no more. */
    public void leave(String call) {
        if (running != null) {
            running.leave(call);
        }
    }

    /** A call is answered. Returns false where nobody has asked that. */
    boolean answered(String call) {
        return running != null && running.answered(call);
    }

    /** What it has told others. */
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

    /** What its clock shows. */
    long clock() {
        return world.nowMillis() + World.BEGINNING_MILLIS + clockAheadMillis;
    }

    // ---- processes ------------------------------------------------------------------------------------------------

    /** A process starts, from the journal where there is one; nothing happens where one runs, or the launcher has seen to it that none does. */
    public void start() {
        if (isFenced || running != null) {
            return;
        }
        if (isOver()) {
            world.launcher().fence(this);
            return;
        }
        Machine fresh = world.parts().machines().apply(made());
        List<Transaction> past = disk.recover();
        try {
            past.forEach(transaction ->
                    transaction.decisions().forEach(decision -> fresh.replay(decision, transaction.atMillis())));
        } catch (RuntimeException | AssertionError e) {
            throw new Violation(path + " cannot go on from its journal: " + e, e);
        }
        running = new Running(world, this, fresh);
        process++;
        requireDurable();
        world.launcher().takeOver(this);
        if (!past.isEmpty()) {
            world.watcher().restarted(world, this);
            receive(new Event.Restarted());
        }
        uplink.ifPresent(link -> link.dial(1));
    }

    /** Its job has ended, as far as anybody can say: nobody starts it again. */
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

    private Instance made() {
        try {
            return parent.isPresent()
                    ? Instance.child(config)
                    : Instance.root(config, ResourceGraph.of(world.site().graph()), HORIZON);
        } catch (GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    private void requireDurable() {
        String before = durable;
        durable = "";
        if (!before.isEmpty() && !before.equals(inspect().text())) {
            throw new Violation(path + " is not what it was before it ended.\nIt was:\n" + before + "It is:\n"
                    + inspect().text());
        }
    }

    /** The process ends at once. What its disk has not synced is lost. */
    void die(Disk.Remains remains, boolean isAllDurable) {
        Running ending = running;
        if (ending == null) {
            return;
        }
        durable = isAllDurable ? inspect().text() : "";
        disk.crash(remains);
        ending.end();
        running = null;
        crash = null;
        process++;
        uplink.ifPresent(Link::breakDown);
        world.launcher().ended(this);
    }

    /** It will never run again. */
    void fence() {
        isFenced = true;
        die(Disk.Remains.LOST, false);
    }

    // ---- what goes wrong ------------------------------------------------------------------------------------------

    /** The process ends at once; a new one starts after a while. */
    public void crashNow(long downMillis) {
        if (running != null) {
            world.count(Fault.CRASH);
            die(Disk.Remains.LOST, true);
            world.in(downMillis, this::start);
        }
    }

    /** The process ends at its next decision; a new one starts after a while. */
    public void crashAt(Crash where, long downMillis) {
        crash = where;
        crashedMillis = downMillis;
    }

    private void crashHere(Fault kind, Disk.Remains remains, boolean isAllDurable) {
        world.count(kind);
        long down = crashedMillis;
        die(remains, isAllDurable);
        world.in(down, this::start);
    }

    /** The process stands still for a while. */
    public void freeze(long millis) {
        if (running != null && !running.isFrozen()) {
            world.count(Fault.FREEZE);
            running.freeze(millis);
        }
    }

    /** An administrator ends the process; a new one starts after a while. */
    public void suspend(long millis) {
        if (running != null) {
            world.count(Fault.SUSPENSION);
            world.ask(this, new Request.Suspend());
            world.in(millis, this::start);
        }
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

    /** Where no process runs: the journal is written anew, without what matters no more. */
    public void shorten() {
        if (running == null) {
            var shortening = new Shortening(config.limits().maxEndedJobs());
            List<Transaction> all = disk.recover();
            all.forEach(shortening::note);
            disk.rewrite(all.stream()
                    .flatMap(transaction -> shortening.left(transaction).stream())
                    .toList());
        }
    }

    /** All is well from now on. */
    void heal() {
        crash = null;
        clouds.values().forEach(Cloud::heal);
        uplink.ifPresent(Link::heal);
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

    /** Its process writes these decisions. Returns whether it lives on. */
    boolean append(List<Transaction> transactions) {
        disk.write(transactions);
        if (crash instanceof Crash.Unsynced unsynced) {
            crashHere(Fault.CRASH_UNSYNCED, unsynced.remains(), unsynced.remains() == Disk.Remains.WHOLE);
            return false;
        }
        disk.sync();
        world.watcher().decided(world, this, transactions);
        return true;
    }

    /** How many effects its process lives to do once it has decided; what it does without a decision ends nothing. */
    int effectsBeforeCrash(boolean hasDecided) {
        return hasDecided && crash instanceof Crash.Synced synced ? synced.effects() : Integer.MAX_VALUE;
    }

    /** Its process ends after a sync, and has done what it lived to do. */
    void crashSynced() {
        crashHere(Fault.CRASH_SYNCED, Disk.Remains.LOST, true);
    }

    /** One line on its state. */
    String describe() {
        if (running == null) {
            return this + ": no process runs";
        }
        Inspection instance = inspect();
        String link = uplink.map(it -> it.isOpen() ? ", linked" : ", cut off").orElse("");
        String stopping = instance().isStopping() ? ", stopping" : "";
        String frozen = running.isFrozen() ? ", frozen" : "";
        if (!instance.isJoined()) {
            return this + ": not joined" + link + stopping + frozen;
        }
        String jobs = instance.jobs().stream()
                .filter(job -> job.state().isActive())
                .map(job -> job.id() + " " + job.name() + " " + job.state())
                .collect(Collectors.joining(", "));
        String came = instance.cameHere().stream()
                .map(it -> it.grantId() + " " + it.arrival() + " " + it.tops())
                .collect(Collectors.joining(", "));
        return this + ": " + instance.graph().vertexCount() + " vertices" + link + stopping + frozen + "; jobs [" + jobs
                + "]; came [" + came + "]";
    }

    @Override
    public String toString() {
        return label + " (" + path + ")";
    }
}
