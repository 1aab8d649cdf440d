package io.banyan.instance.release;

import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The plans for jobs that wait in the queue, which are no obstacle to a release: before their resources are removed,
 * the plan is removed, and the job waits for others.
 */
public final class TentativePlans {
    private final InstanceState state;

    public TentativePlans(InstanceState state) {
        this.state = state;
    }

    /** These are about to go, with all below them. O(paths x jobs), and O(1) where nothing is reserved. */
    public void leaving(Transition transition, Collection<String> paths) {
        if (!state.isJoined() || state.submitted().queue().reservations() == 0) {
            return;
        }
        Set<JobId> planned = new TreeSet<>();
        for (String path : paths) {
            int v = state.resources().graph().find(path);
            if (v >= 0) {
                state.resources().users(v).stream()
                        .filter(state.submitted().queue()::isReserved)
                        .forEach(planned::add);
            }
        }
        planned.forEach(job -> transition.decide(new JobDecision.JobUnplanned(job)));
    }
}
