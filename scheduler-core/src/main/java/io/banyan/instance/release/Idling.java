package io.banyan.instance.release;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Returns provider resources that have been idle for the configured time. Resources that came for a job return with it;
 * this class handles those of the instance itself.
 *
 * <p>All provider resources are examined when the first of them may be due, and at most once in the shortest configured
 * time: O(grants) each time.
 */
public final class Idling {
    private final InstanceState state;
    private final ResourceReturn resourceReturn;
    private final Map<String, InstanceConfig.Idle> limits;
    /** A new process, whose first event is that it is one, knows of nothing that is idle yet. */
    private long next = -1;

    public Idling(InstanceState state, ResourceReturn resourceReturn) {
        this.state = state;
        this.resourceReturn = resourceReturn;
        this.limits = state.config().grow().idle();
    }

    public long nextDeadline() {
        return limits.isEmpty() || state.origins().isEmpty() ? Deadlines.NEVER : next;
    }

    public void timeReached(Transition transition) {
        boolean isFirst = next < 0;
        boolean isDue = isFirst || nextDeadline() <= transition.nowMillis();
        if (isDue) {
            next = transition.nowMillis() + shortest();
        }
        if (isDue && !isFirst) {
            giveBack(transition);
        }
    }

    private long shortest() {
        return limits.values().stream()
                .mapToLong(InstanceConfig.Idle::idleMillis)
                .min()
                .orElse(0);
    }

    private void giveBack(Transition transition) {
        List<String> due = new ArrayList<>();
        for (GrantOrigin origin : state.origins().all()) {
            InstanceConfig.@Nullable Idle limit =
                    limits.get(origin.grant().source().provider().orElse(""));
            if (origin.arrival() == GrowRoute.PROVIDER && limit != null) {
                due.addAll(dueOf(transition, origin, limit));
            }
        }
        if (!due.isEmpty()) {
            String id = resourceReturn.unusedId(state.path() + "!idle" + transition.nowMillis());
            resourceReturn.begin(transition, id, List.of(), state.origins().parcels(due));
        }
    }

    /** Returns the tops of a grant that are due; when its other idle tops become due, the instance looks again. */
    private List<String> dueOf(Transition transition, GrantOrigin origin, InstanceConfig.Idle limit) {
        List<String> due = new ArrayList<>();
        for (String top : origin.tops()) {
            int v = state.resources().index(top);
            if (!state.schedule().holdings().isUsed(v)) {
                long now = transition.nowMillis();
                long at = Math.max(
                        state.idle().since(v, now) + limit.idleMillis(),
                        state.idle().came(v, now) + limit.paidMillis());
                if (at <= now) {
                    due.add(top);
                } else {
                    next = Math.min(next, at);
                }
            }
        }
        return due;
    }
}
