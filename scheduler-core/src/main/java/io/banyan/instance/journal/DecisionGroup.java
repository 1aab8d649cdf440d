package io.banyan.instance.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of a journal of which all matter or none: those on a job, on a grant, on a return. It is over when all that
 * it opened is closed. Merging is a union of disjoint sets, so that each call costs next to nothing.
 */
final class DecisionGroup {
    private DecisionGroup into = this;
    private final List<DecisionGroup> needs = new ArrayList<>(0);
    private int open;
    private boolean isKept;
    /** When the last that it opened was closed. */
    private long overAtMillis = Long.MIN_VALUE;

    /** Something that is not over until it is {@linkplain #close closed} as often. */
    static DecisionGroup opened(int times) {
        var group = new DecisionGroup();
        group.open = times;
        return group;
    }

    /** Something that always matters. */
    static DecisionGroup forEver() {
        var group = new DecisionGroup();
        group.isKept = true;
        return group;
    }

    /** Something that matters no more, whatever comes. */
    static DecisionGroup over() {
        return new DecisionGroup();
    }

    /**
     * Removes and closes the group of this id, and returns it; for an unknown id, returns a group that is always
     * needed.
     */
    static DecisionGroup closed(Map<String, DecisionGroup> groups, String id, long atMillis) {
        @Nullable DecisionGroup group = groups.remove(id);
        if (group == null) {
            return forEver();
        }
        group.close(atMillis);
        return group;
    }

    private DecisionGroup root() {
        DecisionGroup at = this;
        while (at.into != at) {
            at.into = at.into.into;
            at = at.into;
        }
        return at;
    }

    /** From now on both are one. */
    void merge(DecisionGroup other) {
        DecisionGroup root = root();
        DecisionGroup gone = other.root();
        if (root == gone) {
            return;
        }
        gone.into = root;
        root.needs.addAll(gone.needs);
        root.open += gone.open;
        root.isKept |= gone.isKept;
        root.overAtMillis = Math.max(root.overAtMillis, gone.overAtMillis);
    }

    void close(long atMillis) {
        DecisionGroup root = root();
        root.open--;
        root.overAtMillis = Math.max(root.overAtMillis, atMillis);
    }

    /** Makes this group matter for ever. */
    void keep() {
        root().isKept = true;
    }

    /** Makes the other group matter as long as this one does. */
    void needs(DecisionGroup other) {
        root().needs.add(other);
    }

    /**
     * Determines for each of these groups, and for those that they need, whether it is still needed: if it was not
     * settled before this moment.
     */
    static void weigh(Collection<DecisionGroup> groups, long beforeMillis) {
        Deque<DecisionGroup> kept = new ArrayDeque<>();
        for (DecisionGroup group : groups) {
            DecisionGroup root = group.root();
            if (root.isKept || root.open > 0 || root.overAtMillis >= beforeMillis) {
                root.isKept = true;
                kept.add(root);
            }
        }
        while (!kept.isEmpty()) {
            for (DecisionGroup needed : kept.remove().needs) {
                DecisionGroup root = needed.root();
                if (!root.isKept) {
                    root.isKept = true;
                    kept.add(root);
                }
            }
        }
    }

    /** Whether it matters still, once it was weighed. */
    boolean isKept() {
        return root().isKept;
    }
}
