package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The types that the vertices of each type count below them, in the interned order of the types. The root counts,
 * beside the types of the filters, every type that has a leaf, so that most unsatisfiable requests are detected at
 * once.
 */
final class TrackedTypes {

    private static final int[] NONE = {};

    private final ResourceGraph graph;
    private final PruneFilters filters;
    private int[] @Nullable [] byAnchor = new int[16][];
    private int root = -1;
    private int[] ofRoot = NONE;

    TrackedTypes(ResourceGraph graph, PruneFilters filters) {
        this.graph = graph;
        this.filters = filters;
    }

    /** Type ids that the vertex counts. */
    int[] at(int v) {
        return v == root ? ofRoot : of(graph.typeId(v));
    }

    private int[] of(int anchorTypeId) {
        if (anchorTypeId >= byAnchor.length) {
            byAnchor = Arrays.copyOf(byAnchor, Math.max(anchorTypeId + 1, byAnchor.length * 2));
        }
        int[] known = byAnchor[anchorTypeId];
        if (known == null) {
            known = compute(anchorTypeId);
            byAnchor[anchorTypeId] = known;
        }
        return known;
    }

    /** Another vertex is the root: it counts its filters' types and those of the leaves. */
    void initialiseRoot(int newRoot, BitSet leafTypes) {
        root = newRoot;
        var types = new BitSet();
        for (int type : of(graph.typeId(root))) {
            types.set(type);
        }
        types.or(leafTypes);
        ofRoot = types.stream().toArray();
    }

    /** There is no root any more. */
    void forgetRoot() {
        root = -1;
        ofRoot = NONE;
    }

    /**
     * Adds a leaf type that came with an attached subgraph, unless the root counts it; behind the others, whose
     * positions stay.
     */
    boolean addToRoot(int typeId) {
        for (int known : ofRoot) {
            if (known == typeId) {
                return false;
            }
        }
        ofRoot = Arrays.copyOf(ofRoot, ofRoot.length + 1);
        ofRoot[ofRoot.length - 1] = typeId;
        return true;
    }

    private int[] compute(int anchorTypeId) {
        String anchor = graph.types().name(anchorTypeId);
        var types = new BitSet();
        for (var rule : filters.rules()) {
            if (rule.appliesTo(anchor)) {
                types.set(graph.types().intern(rule.counted()));
            }
        }
        return types.isEmpty() ? NONE : types.stream().toArray();
    }
}
