package io.banyan.sim.world;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tree of instances in one thread and virtual time. The same calls lead to the same events: it draws no random
 * number, and every fault is caused by a call.
 */
public final class World {
    /** The time on all clocks at the beginning. */
    static final long BEGINNING_MILLIS = 1_000_000;

    private final WorldParts parts;
    private final WorldSite site;
    private final WorldWatcher watcher;
    private final Agenda agenda = new Agenda();
    private final Launcher launcher = new Launcher(this);
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Node> byLabel = new LinkedHashMap<>();
    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final Node root;
    private long steps;
    private long calls;
    private int mostNodes;
    private int mostLevels;

    /** A tree of a root that has just started. */
    public World(WorldSite site, WorldParts parts, WorldWatcher watcher) {
        this.site = site;
        this.parts = parts;
        this.watcher = watcher;
        this.root =
                new Node(this, "root", "/", Optional.empty(), site.configuring().apply(InstanceConfig.root("root")));
        add(root);
        root.start();
    }

    WorldParts parts() {
        return parts;
    }

    WorldSite site() {
        return site;
    }

    WorldWatcher watcher() {
        return watcher;
    }

    Launcher launcher() {
        return launcher;
    }

    void add(Node node) {
        nodes.add(node);
        byLabel.put(node.label(), node);
        mostNodes = Math.max(mostNodes, nodes.size());
        mostLevels = Math.max(mostLevels, node.depth() + 1);
    }

    void remove(Node node) {
        nodes.remove(node);
    }

    /** All instances that are not over for good, whether a process of each runs or not; parents before children. */
    public List<Node> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** The top of the tree. */
    public Node root() {
        return root;
    }

    /** The instance of this name; empty where there is none, or it is over for good. */
    public Optional<Node> node(String label) {
        return Optional.ofNullable(byLabel.get(label)).filter(node -> !node.isFenced());
    }

    /** The most instances that there were at once. */
    public int mostNodes() {
        return mostNodes;
    }

    /** The most levels that there were. */
    public int mostLevels() {
        return mostLevels;
    }

    /** The tree as it is, an instance a line. */
    public List<String> describe() {
        return nodes.stream().map(Portrait::of).toList();
    }

    // ---- time -----------------------------------------------------------------------------------------------------

    /** Since the beginning. */
    public long nowMillis() {
        return agenda.nowMillis();
    }

    /** How many events were handled, by all instances. */
    public long steps() {
        return steps;
    }

    void stepped() {
        steps++;
        watcher.stepped(this, steps);
    }

    void in(long millis, Runnable what) {
        agenda.in(millis, what);
    }

    /** Lets time go on until then, or until so many steps were taken since the beginning, whichever comes first. */
    public void runUntil(long untilMillis, long mostSteps) {
        boolean goesOn = true;
        while (goesOn && steps < mostSteps) {
            goesOn = agenda.stepUntil(untilMillis);
        }
    }

    // ---- clients --------------------------------------------------------------------------------------------------

    /** Asks an instance; returns the call, which is never answered where no process runs. */
    public String ask(Node node, Request request) {
        String call = "call" + calls++;
        node.ask(call, new Event.ClientAsked(call, Principal.OWNER, request));
        return call;
    }

    /** The answer to a call; empty if there is none yet. */
    public Optional<Answer> answer(String call) {
        return Optional.ofNullable(answers.get(call));
    }

    // ---- faults ---------------------------------------------------------------------------------------------------

    void count(Fault fault) {
        faults.merge(fault, 1L, Long::sum);
    }

    /** The number of faults of each kind so far. */
    public Map<Fault, Long> faults() {
        return Collections.unmodifiableMap(faults);
    }

    /** The instances of which nothing runs any more, and whose providers do not have all that they brought. */
    public List<Node> indebted() {
        return launcher.indebted();
    }

    /** From now on nothing goes wrong, and processes that ended start again. */
    public void heal() {
        launcher.heal();
        List.copyOf(nodes).stream().filter(node -> !node.isFenced()).forEach(Node::heal);
    }

    // ---- effects --------------------------------------------------------------------------------------------------

    void perform(Node node, Effect effect) {
        switch (effect) {
            case Effect.Append it -> throw new IllegalStateException("it is in the journal already");
            case Effect.WakeAt it -> throw new IllegalStateException("it was noted already");
            case Effect.Archive it -> {
                // The simulation does not query the past.
            }
            case Effect.Warn it -> {
                // The simulation does not read the log.
            }
            case Effect.Reply reply -> reply(node, reply);
            case Effect.ToParent up -> node.uplink().ifPresent(link -> link.send(up.message()));
            case Effect.ToChild down -> toChild(node, down);
            case Effect.StartChild start -> launcher.start(node, start);
            case Effect.StopChild stop -> launcher.stop(node, stop);
            case Effect.StartJob start -> throw new IllegalStateException("nobody submits here: " + start);
            case Effect.Rescale rescale -> throw new IllegalStateException("nobody submits here: " + rescale);
            case Effect.RescaleOver over -> throw new IllegalStateException("nobody submits here: " + over);
            case Effect.StopJob stop -> throw new IllegalStateException("nobody submits here: " + stop);
            case Effect.AbandonChild abandon -> throw new IllegalStateException("nobody abandons here: " + abandon);
            case Effect.CallProvider call -> node.clouds().provision(call);
            case Effect.ReleaseProvider release -> node.clouds().release(release);
            case Effect.Halt it -> node.die(Disk.Remains.LOST, true);
        }
    }

    private void reply(Node node, Effect.Reply reply) {
        if (!node.answered(reply.call())) {
            throw new Violation(node.path() + " answers " + reply.call() + " again: " + reply.answer());
        }
        node.acknowledged().answered(reply.answer());
        answers.put(reply.call(), reply.answer());
    }

    private void toChild(Node parent, Effect.ToChild down) {
        if (down.message() instanceof DownMessage.Granted granted) {
            parent.acknowledged().granted(down.child(), granted.grant());
        }
        for (Node node : nodes) {
            if (node.parent().equals(Optional.of(parent)) && node.job().equals(down.child())) {
                node.uplink().ifPresent(link -> link.send(down.message()));
                return;
            }
        }
    }
}
