package io.banyan.graph;

import io.banyan.resource.Names;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Builds a containment tree from vertices with their paths, in any order, and then the edges between them. It serves
 * large documents of the usual form, in O(vertices) with few objects. The rules are those of {@link
 * ResourceGraph#attach}. If the input may break one of them, {@link #build} returns nothing; a caller that needs the
 * reason makes a {@link Subgraph} and attaches that.
 */
public final class TreeBuilder {
    private static final String[] NO_PATHS = {};
    /** Shorter paths cannot have too many parts, since each takes two characters at least. */
    private static final int LONGEST_PATH = 2 * SubgraphCheck.MAX_DEPTH;
    /** Among more the index of paths is faster than comparing each with each. */
    private static final int MANY_BASENAMES = 64;
    /** A longer basename could make a name that is too long, with its number. */
    private static final int LONGEST_BASENAME = Names.MAX_LENGTH - 19;

    private final GraphStore store = new GraphStore();
    private String[] paths = NO_PATHS;
    private boolean isUsual = true;

    /** The kind of vertices that have this in common, for {@link #add}. O(1). */
    public int kind(ResourceType type, String basename, long size, String unit) {
        isUsual &= basename.length() <= LONGEST_BASENAME && isName(basename) && size <= VertexTable.MAX_SIZE;
        return store.kind(type, basename, size, unit);
    }

    private static boolean isName(String text) {
        try {
            Names.requireValid("name", text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Adds a vertex with the path that it is to have; indices count up from 0. Amortised O(1). */
    public int add(int kind, long number, long uniqId, int rank, String path) {
        int v = store.addVertex(kind, number, uniqId, rank);
        if (v == paths.length) {
            paths = Arrays.copyOf(paths, Math.max(64, v + (v >> 1)));
        }
        paths[v] = path;
        isUsual &= path.length() < LONGEST_PATH && path.lastIndexOf('/') < path.length() - 1;
        return v;
    }

    /** Gives a vertex a name, which mostly is basename and number. */
    public void setName(int v, String name) {
        if (!isUsualName(v, name, 0)) {
            isUsual &= isName(name);
            store.vertices.setName(v, name);
        }
    }

    /** The vertex comes as down. */
    public void setDown(int v) {
        store.vertices.setDown(v);
    }

    /**
     * Gives a vertex a property.
     *
     * @throws IllegalArgumentException where the value is not one of {@link io.banyan.resource.Divisible}
     */
    public void setProperty(int v, String key, String value) {
        store.vertices.putProperty(v, key, value);
    }

    /** Puts a vertex below another one; passes over an edge from a vertex to its own parent. O(length of the path). */
    public void link(int parent, int child) {
        String above = paths[parent];
        String path = paths[child];
        if (isBelow(path, above) && store.edges.containmentParent(child) < 0) {
            store.link(parent, child, Subsystems.CONTAINMENT, true);
        } else {
            isUsual &= isBelow(above, path);
        }
    }

    private static boolean isBelow(String path, String above) {
        return path.lastIndexOf('/') == above.length() && path.startsWith(above);
    }

    /** The graph, if it keeps all rules for certain. O(vertices). The builder is of no more use. */
    public Optional<ResourceGraph> build() {
        int root = -1;
        for (int v = 0; isUsual && v < store.bound(); v++) {
            if (store.edges.containmentParent(v) < 0) {
                isUsual = root < 0 && paths[v].lastIndexOf('/') == 0;
                root = v;
            }
            setSegment(v);
        }
        if (!isUsual || root < 0) {
            return Optional.empty();
        }
        store.setRoot(Subsystems.CONTAINMENT, root);
        paths = NO_PATHS;
        return index() ? Optional.of(new ResourceGraph(store)) : Optional.empty();
    }

    private void setSegment(int v) {
        String path = paths[v];
        int from = path.lastIndexOf('/') + 1;
        if (!isUsualName(v, path, from)) {
            String segment = path.substring(from);
            isUsual &= isName(segment);
            store.vertices.setSegment(v, segment);
        }
    }

    /** Whether the end of a text is the vertex's basename with its number. */
    private boolean isUsualName(int v, String text, int from) {
        String basename = store.strings.get(store.vertices.basename(v));
        int at = text.length();
        for (long left = store.vertices.number(v); left >= 0; left = left >= 10 ? left / 10 : -1) {
            at--;
            if (at < from || text.charAt(at) != (char) ('0' + left % 10)) {
                return false;
            }
        }
        return at - from == basename.length() && text.startsWith(basename, from);
    }

    /** Makes the indexes know all vertices, where no two have the same path. */
    private boolean index() {
        boolean areApart = true;
        for (int v = 0; areApart && v < store.bound(); v++) {
            areApart = areChildrenApart(v);
        }
        if (areApart) {
            store.indexRange(0, store.bound());
            return true;
        }
        return store.paths(Subsystems.CONTAINMENT).addAll();
    }

    /**
     * Whether it is plain that the children have different names: those of one basename follow each other, with rising
     * numbers.
     */
    private boolean areChildrenApart(int v) {
        List<String> before = List.of();
        int last = -1;
        for (int e = store.edges.firstOut(v); e >= 0; e = store.edges.nextOut(e)) {
            if (store.vertices.isSegmented(e)) {
                return false;
            }
            if (last < 0 || store.vertices.basename(e) != store.vertices.basename(last)) {
                String basename = store.strings.get(store.vertices.basename(e));
                if (before.size() == MANY_BASENAMES
                        || before.stream().anyMatch(other -> isPrefix(other, basename) || isPrefix(basename, other))) {
                    return false;
                }
                before = before.isEmpty() ? new ArrayList<>() : before;
                before.add(basename);
            } else if (store.vertices.number(e) <= store.vertices.number(last)) {
                return false;
            }
            last = e;
        }
        return true;
    }

    private static boolean isPrefix(String shorter, String longer) {
        return longer.startsWith(shorter);
    }
}
