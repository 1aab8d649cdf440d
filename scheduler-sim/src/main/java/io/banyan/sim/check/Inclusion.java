package io.banyan.sim.check;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Inspection;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.Violation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that the graph of a child, without the resources of its own providers, is contained in the allocation of its
 * job in the parent: the job holds every vertex of the graph, and no other job there holds it or finds it free.
 */
final class Inclusion {
    private Inclusion() {}

    /** Throws where it is not so, as far as processes of both run. O(V of the child + holds of its job). */
    static void check(Node parent, Node child) {
        if (!parent.isUp() || !child.isUp()) {
            return;
        }
        Inspection above = parent.inspect();
        Inspection below = child.inspect();
        if (!above.isJoined() || !below.isJoined()) {
            return;
        }
        Optional<JobRecord> job = above.job(child.job()).filter(it -> it.state().isActive());
        if (job.isEmpty()) {
            if (child.instance().isStopping()) {
                return;
            }
            throw new Violation(child + " is running and was not stopped, but its resources are free at " + parent);
        }
        Map<String, Long> held = exclusivelyHeld(above, child);
        ResourceGraph graph = below.graph();
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v)) {
                String path = graph.path(v);
                long there = held.getOrDefault(path, 0L);
                if (there != graph.size(v) && below.arrivalOf(path).equals(Optional.of(GrowRoute.PARENT))) {
                    throw new Violation(child + " has " + graph.size(v) + " of " + path + ", but its job at " + parent
                            + " holds " + there);
                }
            }
        }
    }

    private static Map<String, Long> exclusivelyHeld(Inspection parent, Node child) {
        Map<String, Long> held = new HashMap<>();
        for (Inspection.Held it : parent.held(child.job())) {
            if (it.exclusive()) {
                held.put(it.path(), it.amount());
            }
        }
        return held;
    }
}
