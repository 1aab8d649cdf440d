package io.banyan.graph;

import io.banyan.graph.AttachPlan.EdgeUse;
import io.banyan.resource.Divisible;
import io.banyan.resource.Names;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a subgraph can be attached to a graph, and how, and changes neither. O(n + m) for n vertices and m
 * edges, and the ancestors of the existing ones where a vertex has several parents.
 */
final class SubgraphCheck {
    /** The longest way from a root to a vertex. */
    static final int MAX_DEPTH = 256;

    private final GraphStore store;
    private final Subgraph subgraph;
    private final List<SubgraphVertex> vertices;
    private final int[] existing;
    private final int[] levels;
    private final EdgeUse[] uses;
    private final List<Face> faces = new ArrayList<>();

    SubgraphCheck(GraphStore store, Subgraph subgraph) {
        this.store = store;
        this.subgraph = subgraph;
        this.vertices = subgraph.vertices();
        this.existing = new int[vertices.size()];
        this.levels = new int[vertices.size()];
        this.uses = new EdgeUse[subgraph.edges().size()];
    }

    AttachPlan check() throws GraphException {
        Arrays.fill(existing, -1);
        for (int i = 0; i < vertices.size(); i++) {
            checkValues(vertices.get(i));
            checkPaths(i);
        }
        checkTypesAndRoots();
        checkEdges();
        for (Face face : faces) {
            if (!face.orphans.isEmpty()) {
                throw withoutParent(face.orphans.nextSetBit(0), face.subsystem);
            }
        }
        var plan = new AttachPlan(subgraph, existing, uses, levels);
        checkLimits(plan);
        new CycleCheck(store, plan).check();
        return plan;
    }

    private static void checkValues(SubgraphVertex vertex) throws GraphException {
        try {
            Names.requireValid("basename", vertex.basename());
            Names.requireValid("name", vertex.name());
            if (vertex.properties().containsKey(Divisible.PROPERTY)) {
                Divisible.granule(vertex.properties().getOrDefault(Divisible.PROPERTY, ""));
            }
        } catch (IllegalArgumentException e) {
            throw new GraphException(vertex.label() + ": " + e.getMessage(), e);
        }
        if (vertex.size() < 1) {
            throw new GraphException(vertex.label() + " has size " + vertex.size() + "; expected at least 1.");
        }
        if (vertex.size() > VertexTable.MAX_SIZE) {
            throw new GraphException(
                    vertex.label() + " has size " + vertex.size() + "; the maximum is " + VertexTable.MAX_SIZE + ".");
        }
        if (vertex.rank() < -1) {
            throw new GraphException(
                    vertex.label() + " has rank " + vertex.rank() + "; expected a rank of 0 or more, or -1 for none.");
        }
        if (vertex.number() < -1) {
            throw new GraphException(
                    vertex.label() + " has id " + vertex.number() + "; expected an id of 0 or more, or -1 for none.");
        }
        if (vertex.paths().isEmpty()) {
            throw new GraphException("The vertex with id " + vertex.id() + " has no path.");
        }
    }

    private void checkPaths(int i) throws GraphException {
        SubgraphVertex vertex = vertices.get(i);
        String segment = "";
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            String path = entry.getValue();
            Face face = face(entry.getKey());
            int depth = checkShape(vertex, path);
            if (face.subsystem.equals(Subsystem.CONTAINMENT)) {
                levels[i] = depth;
            } else if (vertex.path().isEmpty()) {
                levels[i] = Math.max(levels[i], MAX_DEPTH + depth);
            }
            segment = checkSegment(vertex, segment, path);
            int other = face.positions.putIfAbsent(path, i);
            if (other >= 0) {
                throw new GraphException("Two vertices (ids "
                        + vertices.get(other).id() + " and " + vertex.id() + ") have the same path " + path + ".");
            }
            int found = store.find(path, face.id);
            if (found >= 0 && existing[i] >= 0 && found != existing[i]) {
                throw new GraphException(vertex.label() + " has paths that belong to different vertices.");
            }
            existing[i] = found >= 0 ? found : existing[i];
        }
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            checkMembership(i, face(entry.getKey()), entry.getValue());
        }
    }

    private Face face(Subsystem subsystem) {
        for (int f = 0; f < faces.size(); f++) {
            if (faces.get(f).subsystem.equals(subsystem)) {
                return faces.get(f);
            }
        }
        var face = new Face(subsystem, store.subsystems.id(subsystem), vertices.size());
        faces.add(face);
        return face;
    }

    /** All paths of a vertex have the same last part. Mostly it is the name, which was looked at already. */
    private static String checkSegment(SubgraphVertex vertex, String other, String path) throws GraphException {
        int begin = path.lastIndexOf('/') + 1;
        String name = vertex.name();
        boolean isName = path.length() - begin == name.length() && path.endsWith(name);
        String segment = isName ? name : path.substring(begin);
        if (!isName) {
            requireValidSegment(vertex, segment);
        }
        if (!other.isEmpty() && !other.equals(segment)) {
            throw new GraphException(vertex.label() + " has the name '" + other + "' in one of its paths and '"
                    + segment + "' in another.");
        }
        return segment;
    }

    /** Returns how many parts the path has. */
    private static int checkShape(SubgraphVertex vertex, String path) throws GraphException {
        int parts = 0;
        int end = path.length();
        while (end > 0) {
            int slash = path.lastIndexOf('/', end - 1);
            if (slash < 0 || slash + 1 == end) {
                throw new GraphException("The path '" + path + "' of the vertex with id " + vertex.id()
                        + " is malformed; expected '/name/name...'.");
            }
            end = slash;
            parts++;
        }
        if (parts == 0 || parts > MAX_DEPTH) {
            throw new GraphException("The path of the vertex with id " + vertex.id() + " has " + parts
                    + " parts; expected 1 to " + MAX_DEPTH + ".");
        }
        return parts;
    }

    private static void requireValidSegment(SubgraphVertex vertex, String segment) throws GraphException {
        try {
            Names.requireValid("last part of the path", segment);
        } catch (IllegalArgumentException e) {
            throw new GraphException("The vertex with id " + vertex.id() + ": " + e.getMessage(), e);
        }
    }

    private void checkMembership(int i, Face face, String path) throws GraphException {
        int v = existing[i];
        if (v >= 0 && face.id >= 0 && store.isMember(v, face.id)) {
            if (!store.names.hasPath(v, face.id, path)) {
                throw new GraphException(vertices.get(i).label() + " exists, but its path in " + face.subsystem + " is "
                        + store.names.path(v, face.id) + ", not " + path + ".");
            }
            return;
        }
        if (path.lastIndexOf('/') > 0) {
            face.orphans.set(i);
        }
    }

    private void checkTypesAndRoots() throws GraphException {
        Map<Subsystem, String> roots = new HashMap<>();
        for (int s = 0; s < store.subsystems.size(); s++) {
            if (store.root(s) >= 0) {
                roots.put(store.subsystems.get(s), store.names.path(store.root(s), s));
            }
        }
        for (int i = 0; i < vertices.size(); i++) {
            SubgraphVertex vertex = vertices.get(i);
            if (existing[i] >= 0 && !typeOf(existing[i]).equals(vertex.type())) {
                throw new GraphException(
                        vertex.label() + " exists and is a " + typeOf(existing[i]) + ", not a " + vertex.type() + ".");
            }
            for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
                String path = entry.getValue();
                if (path.lastIndexOf('/') == 0) {
                    String other = roots.putIfAbsent(entry.getKey(), path);
                    if (other != null && !other.equals(path)) {
                        throw new GraphException("There are two roots of the subsystem " + entry.getKey() + ": " + other
                                + " and " + path + "; a single one is expected.");
                    }
                }
            }
        }
    }

    private ResourceType typeOf(int v) {
        return store.types.type(store.vertices.type(v));
    }

    private void checkEdges() throws GraphException {
        Set<SubgraphEdge> seen = new HashSet<>();
        for (int e = 0; e < uses.length; e++) {
            SubgraphEdge edge = subgraph.edges().get(e);
            SubgraphVertex parent = vertices.get(edge.source());
            SubgraphVertex child = vertices.get(edge.target());
            String parentPath = pathAt(parent, edge.subsystem());
            String childPath = pathAt(child, edge.subsystem());
            if (edge.source() == edge.target() || childPath.lastIndexOf('/') == 0) {
                throw new GraphException("An edge leads from " + parentPath + " to " + childPath + ", which is "
                        + (edge.source() == edge.target() ? "the same vertex." : "the root."));
            }
            uses[e] = useOf(edge, parentPath, childPath);
            if (uses[e] == EdgeUse.SECONDARY && (isPath(parentPath, childPath) || !seen.add(edge))) {
                uses[e] = EdgeUse.SKIPPED;
            }
        }
    }

    private static String pathAt(SubgraphVertex vertex, Subsystem subsystem) throws GraphException {
        String path = vertex.paths().get(subsystem);
        if (path == null) {
            throw new GraphException(
                    vertex.label() + " has an edge in the subsystem " + subsystem + " but no path in it.");
        }
        return path;
    }

    private EdgeUse useOf(SubgraphEdge edge, String parentPath, String childPath) {
        Face face = face(edge.subsystem());
        if (face.orphans.get(edge.target()) && isPath(parentPath, childPath)) {
            face.orphans.clear(edge.target());
            return EdgeUse.PRIMARY;
        }
        boolean bothExist = existing[edge.source()] >= 0 && existing[edge.target()] >= 0;
        return bothExist ? EdgeUse.SKIPPED : EdgeUse.SECONDARY;
    }

    /** Whether the child's path is the parent's with one more part. */
    private static boolean isPath(String parent, String child) {
        return child.lastIndexOf('/') == parent.length() && child.startsWith(parent);
    }

    private GraphException withoutParent(int i, Subsystem subsystem) {
        String path = vertices.get(i).paths().getOrDefault(subsystem, "");
        for (SubgraphEdge edge : subgraph.edges()) {
            if (edge.target() == i && edge.subsystem().equals(subsystem)) {
                String parent = vertices.get(edge.source()).paths().getOrDefault(subsystem, "");
                return new GraphException("The path " + path + " does not match the path of its parent, " + parent
                        + "; a path must consist of the parent's path, a slash and a name.");
            }
        }
        return new GraphException(path + " has no parent in the subsystem " + subsystem + " and is not its root.");
    }

    private void checkLimits(AttachPlan plan) throws GraphException {
        int more = plan.newVertices();
        if ((long) store.vertices.count() + more > VertexTable.MAX_VERTICES) {
            throw new GraphException("The graph has " + store.vertices.count() + " vertices; " + more
                    + " more would exceed its limit of " + VertexTable.MAX_VERTICES + ".");
        }
        Set<Subsystem> subsystems = new HashSet<>(store.subsystems.list());
        faces.forEach(face -> subsystems.add(face.subsystem));
        Set<String> types = new HashSet<>();
        @Nullable ResourceType last = null;
        for (SubgraphVertex vertex : vertices) {
            // Neighbours are mostly of one type.
            if (!vertex.type().equals(last) && store.types.id(vertex.type().name()) < 0) {
                types.add(vertex.type().name());
            }
            last = vertex.type();
        }
        if (subsystems.size() > Subsystems.MAX_SUBSYSTEMS || store.types.size() + types.size() > Types.MAX_TYPES) {
            throw new GraphException("The graph would have more than " + Subsystems.MAX_SUBSYSTEMS + " subsystems or "
                    + Types.MAX_TYPES + " resource types, which are the limits.");
        }
    }

    /** The part of the subgraph that lies in one subsystem. */
    private static final class Face {
        private final Subsystem subsystem;
        private final int id;
        /** By path: the position of the vertex that has it. */
        private final PathPositions positions;
        /** Positions that come into the subsystem with the subgraph and have no parent there yet. */
        private final BitSet orphans = new BitSet();

        Face(Subsystem subsystem, int id, int vertices) {
            this.subsystem = subsystem;
            this.id = id;
            this.positions = new PathPositions(vertices);
        }
    }
}
