package io.banyan.instance.journal;

import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The grants in a journal while it is read, each with its resources and those of them that have not been returned. */
final class AttachedDecisionGroups {
    /** One of them. */
    static final class Granted {
        private final DecisionGroup group = DecisionGroup.opened(1);
        private final Set<String> tops;
        private final boolean isAttached;

        private Granted(GrowDecision.Grown grown) {
            this.tops = new HashSet<>(GrantedParts.tops(grown.grant().subgraph()));
            grown.local().forEach(tops::remove);
            this.isAttached = grown.arrival() != GrowRoute.LOCAL;
        }

        DecisionGroup group() {
            return group;
        }

        boolean isSpent() {
            return tops.isEmpty();
        }

        boolean covers(String path) {
            return Paths.isWithinAny(path, tops);
        }
    }

    private final Map<String, Granted> byId = new HashMap<>();
    /** The grants that came from elsewhere, by top. */
    private final NavigableMap<String, Granted> byTop = new TreeMap<>();

    /** Records a grant, which needs the grants that contain its vertices. */
    Granted add(GrowDecision.Grown grown) {
        var granted = new Granted(grown);
        for (String top : GrantedParts.tops(grown.grant().subgraph())) {
            touched(top).forEach(granted.group::needs);
        }
        byId.put(grown.grant().requestId(), granted);
        if (granted.isAttached) {
            granted.tops.forEach(top -> byTop.put(top, granted));
        }
        return granted;
    }

    /** The last of this id. */
    Optional<Granted> find(String grantId) {
        return Optional.ofNullable(byId.get(grantId));
    }

    /** Records returned tops; vertices attached below one still belong to their own grant. */
    void remove(Granted granted, Collection<String> paths, long atMillis) {
        if (granted.isSpent()) {
            return;
        }
        for (String path : paths) {
            if (granted.tops.remove(path) && granted.isAttached) {
                byTop.remove(path);
            }
        }
        if (granted.isSpent()) {
            granted.group.close(atMillis);
        }
    }

    /** Removes a grant that went with the job for which it was. */
    void end(Granted granted, long atMillis) {
        remove(granted, List.copyOf(granted.tops), atMillis);
    }

    /**
     * Returns the groups of the grants that came from elsewhere and lie here, above or below. O(depth x log n + found).
     */
    List<DecisionGroup> touched(String path) {
        List<DecisionGroup> touched = new ArrayList<>();
        for (String up = path; !up.isEmpty(); up = Paths.parent(up)) {
            @Nullable Granted granted = byTop.get(up);
            if (granted != null) {
                touched.add(granted.group);
            }
        }
        byTop.subMap(path + "/", path + (char) ('/' + 1)).values().forEach(below -> touched.add(below.group));
        return touched;
    }

    /** Something was changed here by hand: the grants that these lie in, or that lie in these, matter for ever. */
    void edited(Collection<String> paths) {
        for (String path : paths) {
            touched(path).forEach(DecisionGroup::keep);
        }
    }
}
