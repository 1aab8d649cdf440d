package io.banyan.sim.check;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Inspection;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.planner.TimeWindow;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * That nothing is held twice, and nothing is free in two places; counted from the jobs, without a look at planners or
 * aggregates.
 */
final class Holders {
    private record Use(JobRecord job, long amount) {}

    private Holders() {}

    /**
     * No vertex of an instance is given to several jobs at once, neither now nor at the beginning of any job's window.
     * O(holds x jobs at a vertex).
     */
    static void checkHolds(Node node) {
        Inspection instance = node.inspect();
        Map<String, List<Use>> uses = uses(instance);
        ResourceGraph graph = instance.graph();
        for (Map.Entry<String, List<Use>> entry : uses.entrySet()) {
            List<Use> here = entry.getValue();
            if (here.size() > 1) {
                long size = graph.size(graph.find(entry.getKey()));
                require(
                        node,
                        entry.getKey(),
                        size,
                        here.stream().filter(Holders::isNow).toList());
                for (Use use : here) {
                    require(
                            node,
                            entry.getKey(),
                            size,
                            here.stream().filter(it -> isBegun(it, use)).toList());
                }
            }
        }
    }

    private static Map<String, List<Use>> uses(Inspection instance) {
        Map<String, List<Use>> uses = new HashMap<>();
        for (JobRecord job : instance.jobs()) {
            if (job.state().isActive()) {
                for (Inspection.Held held : instance.held(job.id())) {
                    if (held.exclusive()) {
                        uses.computeIfAbsent(held.path(), it -> new ArrayList<>())
                                .add(new Use(job, held.amount()));
                    }
                }
            }
        }
        return uses;
    }

    /** A stopping job keeps its resources, however long the stop takes. */
    private static boolean isNow(Use use) {
        return use.job.state() == JobState.RUNNING || use.job.state() == JobState.STOPPING;
    }

    private static boolean isBegun(Use use, Use other) {
        TimeWindow window = use.job.window();
        long at = other.job.window().startSec();
        return window.startSec() <= at && at < window.endSec();
    }

    private static void require(Node node, String path, long size, List<Use> together) {
        if (together.stream().mapToLong(Use::amount).sum() > size) {
            List<String> jobs = together.stream()
                    .map(use -> use.amount + " by job " + use.job.id() + " (" + use.job.state() + ")")
                    .toList();
            throw new Violation(
                    path + " at " + node + " has a size of " + size + " and is held at the same time: " + jobs);
        }
    }

    /**
     * No vertex is free at two instances, leaving out those that give nothing away any more. O(all vertices x depth).
     */
    static void checkFree(List<Node> nodes) {
        Map<String, Node> free = new HashMap<>();
        for (Node node : nodes) {
            if (!node.isUp() || !node.inspect().isJoined() || node.instance().isStopping()) {
                continue;
            }
            for (String path : freeLeaves(node.inspect())) {
                Optional<Node> owner = owner(node, path);
                if (owner.isPresent()) {
                    @Nullable Node other = free.put(owner.get().label() + ":" + path, node);
                    if (other != null) {
                        throw new Violation(path + " is free at " + other + " and at " + node);
                    }
                }
            }
        }
    }

    private static List<String> freeLeaves(Inspection instance) {
        Set<String> used = new HashSet<>();
        for (JobRecord job : instance.jobs()) {
            if (job.state() == JobState.RUNNING || job.state() == JobState.STOPPING) {
                instance.held(job.id()).forEach(held -> used.add(held.path()));
            }
        }
        ResourceGraph graph = instance.graph();
        List<String> free = new ArrayList<>();
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v) && graph.firstOut(v) < 0 && graph.size(v) == 1 && !used.contains(graph.path(v))) {
                free.add(graph.path(v));
            }
        }
        return free;
    }

    /**
     * The instance whose own the vertex is, or one of whose providers brought it; empty if an instance on the way is
     * down.
     */
    private static Optional<Node> owner(Node node, String path) {
        Node at = node;
        while (at.isUp() && at.inspect().isJoined()) {
            if (!at.inspect().arrivalOf(path).equals(Optional.of(GrowRoute.PARENT))) {
                return Optional.of(at);
            }
            at = at.parent().orElseThrow();
        }
        return Optional.empty();
    }
}
