package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Why less was got out of use than was wanted, in one sentence. */
final class Shortfall {
    private final InstanceState state;
    private final Victims victims;

    Shortfall(InstanceState state, Victims victims) {
        this.state = state;
        this.victims = victims;
    }

    /** Why it is less than was wanted; empty where it is not. */
    String of(PendingEvictions.Pending clearing) {
        Set<JobId> users = new TreeSet<>();
        for (String path : clearing.chosen()) {
            int vertex = state.resources().graph().find(path);
            if (vertex >= 0) {
                users.addAll(state.users(vertex));
            }
        }
        List<String> less = new ArrayList<>();
        if (clearing.begun().target() instanceof RevokeTarget.ByCounts(var counts)) {
            counts.forEach((type, wanted) -> {
                long given = clearing.given(type);
                if (given < wanted) {
                    less.add("of " + wanted + " " + type + " requested, only " + given + " could be returned");
                    users.addAll(victims.users(List.of(type)));
                }
            });
        }
        boolean isAmount = clearing.begun().target() instanceof RevokeTarget.ByCounts;
        if (less.isEmpty() && (isAmount || users.isEmpty())) {
            return "";
        }
        List<String> reasons = new ArrayList<>(less);
        if (!users.isEmpty()) {
            // The parent has jobs of the same numbers.
            String where = clearing.begun().forParent() ? " of " + state.path() : "";
            reasons.add("in use by " + (users.size() == 1 ? "job " : "jobs ") + FirstItems.of(users) + where);
        }
        reasons.addAll(clearing.reasons());
        return String.join("; ", reasons);
    }
}
