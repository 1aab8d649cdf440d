package io.banyan.instance;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the invariants between instances after every event (docs/internals/design.md, "Invariants"), around the
 * instance that has just changed.
 */
final class TreeCheck {
    private TreeCheck() {}

    static void check(TreeHarness tree, Member changed) {
        changed.parent.ifPresent(parent -> checkInclusion(parent, changed));
        for (Member member : tree.living()) {
            if (member.parent.equals(Optional.of(changed))) {
                checkInclusion(changed, member);
            }
        }
    }

    /**
     * The child's graph, without what its own provider brought, is held by its job; so nobody else there holds it or
     * finds it free.
     */
    private static void checkInclusion(Member parent, Member child) {
        InstanceState above = parent.instance.state();
        InstanceState below = child.instance.state();
        JobId job = child.job();
        if (!child.isAlive || !below.isJoined()) {
            return;
        }
        if (above.jobs().active(job).isEmpty()) {
            if (child.instance.isStopping()) {
                return;
            }
            throw new AssertionError(
                    child.path + " is running and was not stopped, but its resources are free at " + parent.path);
        }
        Map<String, Long> held = exclusive(above, job);
        ResourceGraph graph = below.resources().graph();
        for (int v = 0; v < graph.vertexBound(); v++) {
            // What only says where something belongs was granted to nobody.
            if (!graph.contains(v) || below.schedule().isShared(v)) {
                continue;
            }
            String path = graph.path(v);
            boolean cameFromAbove = below.origins()
                    .of(path)
                    .filter(origin -> origin.arrival() == GrowRoute.PARENT)
                    .isPresent();
            if (cameFromAbove && held.getOrDefault(path, 0L) != graph.size(v)) {
                throw new AssertionError(child.path + " has " + graph.size(v) + " of " + path + ", but its job at "
                        + parent.path + " holds " + held.getOrDefault(path, 0L));
            }
        }
    }

    /** By path: how much the job holds. */
    private static Map<String, Long> exclusive(InstanceState state, JobId job) {
        Selection selection = state.schedule().holdings().selection(job);
        Map<String, Long> paths = new HashMap<>();
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i)) {
                paths.put(state.resources().graph().path(selection.vertex(i)), selection.amount(i));
            }
        }
        return paths;
    }
}
