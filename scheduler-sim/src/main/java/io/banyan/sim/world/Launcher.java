package io.banyan.sim.world;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Starts, watches and stops the processes of child instances, as the daemon's launcher does. The knowledge of a process
 * about its children is lost with it; the next one finds by their state directories those that run.
 */
final class Launcher {
    private static final long START_MILLIS = 2;
    private static final long FENCE_AGAIN_MILLIS = 500;
    /** One of this many instances is on another machine. */
    private static final long FAR_EACH = 2;

    private final World world;
    /** The children whose ends are reported to the process of their parent with this number. */
    private final Map<Node, Integer> watched = new LinkedHashMap<>();
    /** Children whose end was requested, or of which only their own process can still run. */
    private final Map<Node, Boolean> stopping = new LinkedHashMap<>();

    private final SimulatedLeftovers leftovers;

    Launcher(World world) {
        this.world = world;
        this.leftovers = new SimulatedLeftovers(world);
    }

    /** The instances that run no more, and have not given back all that their providers brought. */
    List<Node> indebted() {
        return leftovers.all();
    }

    /** Providers fail no more. */
    void heal() {
        leftovers.heal();
    }

    void start(Node parent, Effect.StartChild start) {
        InstanceConfig config = world.site().configuring().apply(InstanceConfig.child(start.name(), start.child()));
        Node child = new Node(world, start.name(), start.path(), Optional.of(parent), config);
        world.add(child);
        int of = parent.process();
        world.in(START_MILLIS, () -> {
            if (parent.process() == of) {
                watched.put(child, of);
                child.start();
            }
        });
    }

    void stop(Node parent, Effect.StopChild stop) {
        Optional<Node> known = child(parent, stop.child());
        boolean isLeft = known.filter(it -> isFar(it) && !stop.isIdle()).isPresent();
        if (!isLeft && (known.isEmpty() || !known.get().isUp())) {
            known.ifPresent(this::fence);
            over(parent, stop.child(), "none of its processes was running");
            return;
        }
        Node child = known.get();
        watched.put(child, parent.process());
        if (!isFar(child)) {
            child.receive(new Event.StopAsked());
        }
        boolean isNew = stopping.put(child, stop.isIdle() || isIdle(child)) == null;
        if (isNew) {
            int of = parent.process();
            int killed = child.process();
            world.in(stop.graceMillis(), () -> {
                if (parent.process() == of && child.process() == killed) {
                    graceIsOver(parent, child);
                }
            });
        }
    }

    /**
     * Some are on other machines: no signal reaches them, and a command that may fail ends their remaining processes.
     */
    private static boolean isFar(Node child) {
        return child.job().value() % FAR_EACH == 0;
    }

    private boolean isIdle(Node child) {
        return stopping.getOrDefault(child, false);
    }

    private void graceIsOver(Node parent, Node child) {
        if (isFar(child) && !isIdle(child)) {
            fenceFar(parent, child, 0);
        } else {
            child.die(Disk.Remains.LOST, true);
        }
    }

    /**
     * Tries to fence a child on another machine. The second attempt succeeds for some children, the third for the
     * others.
     */
    private void fenceFar(Node parent, Node child, int failed) {
        if (failed <= child.job().value() / FAR_EACH % 2) {
            world.count(Fault.FENCE);
            if (failed == 0) {
                tell(parent, new Event.ChildExited(child.job(), "nobody can see whether it runs", false));
            }
            int of = parent.process();
            world.in(FENCE_AGAIN_MILLIS << failed, () -> {
                if (parent.process() == of && !child.isFenced() && isAwaited(child)) {
                    fenceFar(parent, child, failed + 1);
                }
            });
        } else {
            fence(child);
            over(parent, child.job(), "it was ended there");
        }
    }

    /**
     * Handles the end of all processes of a child: its end is reported once its providers have taken back their
     * resources.
     */
    private void over(Node parent, JobId job, String detail) {
        int of = parent.process();
        leftovers.giveBack(
                parent.path().equals("/") ? "/" + job : parent.path() + "/" + job,
                () -> parent.process() == of,
                () -> tell(parent, new Event.ChildExited(job, "parts of it may be left", false)),
                () -> tell(parent, new Event.ChildExited(job, detail)));
    }

    /** Whether its end has not been reported yet. */
    private boolean isAwaited(Node child) {
        return stopping.containsKey(child);
    }

    private Optional<Node> child(Node parent, JobId job) {
        return world.nodes().stream()
                .filter(node ->
                        node.parent().equals(Optional.of(parent)) && node.job().equals(job))
                .findFirst();
    }

    /**
     * Handles the end of a process: its watcher is notified, and fences the processes below it if its end was
     * requested.
     */
    void ended(Node node) {
        for (Node below : world.nodes()) {
            if (below.parent().equals(Optional.of(node))) {
                below.uplink().ifPresent(link -> {
                    link.breakDown();
                    link.dial(1);
                });
            }
        }
        Integer watcher = watched.remove(node);
        if (node.parent().isEmpty() || watcher == null) {
            return;
        }
        Node parent = node.parent().get();
        if (parent.isUp() && parent.process() == watcher) {
            if (isAwaited(node) && isFar(node) && !isIdle(node)) {
                fenceFar(parent, node, 0);
                return;
            }
            boolean wasStopped = stopping.remove(node) != null;
            if (wasStopped) {
                fence(node);
                over(parent, node.job(), "it ended");
            } else {
                tell(parent, new Event.ChildExited(node.job(), "it ended", false));
            }
        }
    }

    private void tell(Node parent, Event.ChildExited exited) {
        int of = parent.process();
        world.in(1, () -> {
            if (parent.process() == of) {
                parent.receive(exited);
            }
        });
    }

    /** Ends an instance whose job is no longer known, and returns its resources. */
    void end(Node top) {
        fence(top);
        leftovers.giveBack(top.path(), () -> true, () -> {}, () -> {});
    }

    /** Nothing of a subtree runs any more, and nothing of it will. */
    private void fence(Node top) {
        for (Node node : List.copyOf(world.nodes())) {
            if (node.path().equals(top.path()) || node.path().startsWith(top.path() + "/")) {
                watched.remove(node);
                stopping.remove(node);
                world.remove(node);
                node.fence();
                leftovers.add(node);
            }
        }
    }

    /** A new process of a parent finds the children of those before it. */
    void takeOver(Node parent) {
        Map<JobId, JobRecord> active = parent.instance().children().stream()
                .collect(Collectors.toMap(JobRecord::id, it -> it, (a, b) -> a, LinkedHashMap::new));
        for (Node child : List.copyOf(world.nodes())) {
            boolean isHere = child.parent().equals(Optional.of(parent));
            if (isHere && !active.containsKey(child.job())) {
                end(child);
            } else if (isHere && child.isUp()) {
                watched.put(child, parent.process());
                stopping.remove(child);
            }
        }
        for (JobRecord job : active.values()) {
            Optional<Node> child = child(parent, job.id());
            boolean isStarting = job.child().orElseThrow().state() == ChildState.STARTING;
            if (isStarting && child.filter(Node::isUp).isEmpty()) {
                child.ifPresent(this::fence);
                over(parent, job.id(), "none of its processes was running");
            }
        }
    }
}
