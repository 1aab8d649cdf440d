package io.banyan.graph;

import io.banyan.resource.Names;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;

/**
 * Builds a large graph vertex by vertex without a {@link Subgraph} in between: for readers of recipes. The rules are
 * those of {@link ResourceGraph#attach}; after an exception the builder is of no more use. Unique ids count up from 0.
 */
public final class GraphBuilder {
    /** The attributes that the vertices of one template have in common. */
    public record Template(ResourceType type, String basename, long size, String unit) {
        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if the basename is not a name or the size is not in range
         */
        public Template {
            Names.requireValid("basename", basename);
            if (size < 1 || size > VertexTable.MAX_SIZE) {
                throw new IllegalArgumentException(
                        "A size must be from 1 to " + VertexTable.MAX_SIZE + ", found " + size + ".");
            }
        }
    }

    /**
     * How the children of many parents are numbered: on from parent to parent.
     *
     * @param period after how many parents the numbers begin again; 0 for no numbers
     */
    public record Numbering(long period, long start, long stride) {
        /** No child has a number. */
        public static final Numbering NONE = new Numbering(0, -1, 0);

        /** The number of the i-th of the children, {@code width} in all, of the j-th parent; -1 for none. */
        public long number(long j, int width, int i) {
            return period == 0 ? -1 : start + (j % period * width + i) * stride;
        }

        /** Whether the children of one parent, so many, have different numbers. */
        public boolean tellsApart(int width) {
            return width == 1 || (period > 0 && stride > 0);
        }
    }

    private final GraphStore store = new GraphStore();
    private boolean hasSecondary;
    private long nextUniqId;

    /** Makes room for so many vertices, and as many edges. */
    public void reserve(int vertices) {
        store.reserve(vertices);
        store.paths(Subsystems.CONTAINMENT).reserve(vertices);
    }

    /**
     * Adds the root of a subsystem. O(1).
     *
     * @throws GraphException if there is another one
     */
    public int addRoot(Subsystem subsystem, Template template, long number, int rank) throws GraphException {
        int s = store.internSubsystem(subsystem);
        if (store.root(s) >= 0) {
            throw new GraphException("The subsystem " + subsystem + " has two roots: "
                    + store.names.path(store.root(s), s) + " and /"
                    + SubgraphVertex.nameOf(template.basename(), number) + "; expected a single root.");
        }
        int v = add(template, number, rank);
        store.setRoot(s, v);
        store.index(v, s);
        return v;
    }

    /**
     * Adds a vertex below another one. O(depth).
     *
     * @throws GraphException if the parent is not in the subsystem or has a child of that name
     */
    public int addChild(int parent, Subsystem subsystem, Template template, long number, int rank)
            throws GraphException {
        int s = store.internSubsystem(subsystem);
        requireMember(parent, subsystem, s);
        int v = add(template, number, rank);
        store.link(parent, v, s, true);
        requireNewPath(v, s);
        store.index(v, s);
        return v;
    }

    /**
     * Adds so many children to each of many vertices that follow each other, all in the containment hierarchy: those of
     * the first parent come first. O(vertices), with a small constant. Their paths must be new, and different: that is
     * not checked.
     *
     * @param parents how many there are
     * @param width how many children each of them gets
     * @param firstRank the rank of the first child, by which the others' count up; -1 for none
     * @return the first child
     */
    public int addChildren(
            int firstParent, int parents, Template template, int width, Numbering numbering, int firstRank) {
        int size = Math.multiplyExact(parents, width);
        int first = store.addVertices(size, kind(template), nextUniqId);
        nextUniqId += size;
        for (int j = 0; j < parents; j++) {
            long number = numbering.number(j, width, 0);
            store.vertices.setNumbers(first + j * width, width, number, numbering.number(j, width, 1) - number);
        }
        for (int i = 0; firstRank >= 0 && i < size; i++) {
            store.vertices.setRank(first + i, firstRank + i);
        }
        store.edges.linkPaths(firstParent, parents, first, width);
        store.indexRange(first, size);
        return first;
    }

    private int kind(Template template) {
        return store.kind(template.type(), template.basename(), template.size(), template.unit());
    }

    /**
     * Adds a vertex as {@link #addChild} does in the containment hierarchy, for a vertex whose name is not basename and
     * number, or whose path ends with something other than its name. O(depth).
     *
     * @throws GraphException as {@link #addChild}
     * @throws IllegalArgumentException if the name or the segment is not a name
     */
    public int addNamedChild(int parent, Template template, long number, int rank, String name, String segment)
            throws GraphException {
        Names.requireValid("name", name);
        Names.requireValid("last part of the path", segment);
        requireMember(parent, Subsystem.CONTAINMENT, Subsystems.CONTAINMENT);
        int v = add(template, number, rank);
        String usual = SubgraphVertex.nameOf(template.basename(), number);
        if (!name.equals(usual)) {
            store.vertices.setName(v, name);
        }
        if (!segment.equals(usual)) {
            store.vertices.setSegment(v, segment);
        }
        store.link(parent, v, Subsystems.CONTAINMENT, true);
        requireNewPath(v, Subsystems.CONTAINMENT);
        store.index(v, Subsystems.CONTAINMENT);
        return v;
    }

    /** Whether a vertex has a child in the containment hierarchy whose path ends so. O(length of the path). */
    public boolean hasChild(int parent, String segment) {
        return store.find(store.names.path(parent, Subsystems.CONTAINMENT) + "/" + segment, Subsystems.CONTAINMENT)
                >= 0;
    }

    /** Whether a vertex is in the containment hierarchy. */
    public boolean isContained(int v) {
        return store.isMember(v, Subsystems.CONTAINMENT);
    }

    /** Gives a vertex a property. O(log properties). */
    public void setProperty(int v, String key, String value) {
        store.vertices.putProperty(v, key, value);
    }

    /**
     * Puts an existing vertex below another one in a subsystem: its path there goes through the first parent that it is
     * given. O(depth + parents).
     *
     * @throws GraphException if the parent is not in the subsystem or has a child of that name
     */
    public void associate(int parent, int child, Subsystem subsystem) throws GraphException {
        int s = store.internSubsystem(subsystem);
        requireMember(parent, subsystem, s);
        if (store.isMember(child, s)) {
            hasSecondary = true;
            store.link(parent, child, s, false);
            return;
        }
        if (parent == child) {
            throw new GraphException("An edge leads from " + name(child) + " to itself.");
        }
        store.link(parent, child, s, true);
        requireNewPath(child, s);
        store.index(child, s);
    }

    private int add(Template template, long number, int rank) {
        return store.addVertex(kind(template), number, nextUniqId++, rank);
    }

    private void requireMember(int parent, Subsystem subsystem, int s) throws GraphException {
        store.makePathIndexes();
        if (!store.isMember(parent, s)) {
            throw new GraphException(
                    name(parent) + " is not in the subsystem " + subsystem + ", so nothing can be below it there.");
        }
    }

    private void requireNewPath(int v, int s) throws GraphException {
        if (store.paths(s).findSame(v) >= 0) {
            throw new GraphException("Two vertices have the same path " + store.names.path(v, s) + ".");
        }
    }

    private String name(int v) {
        return store.names.name(v);
    }

    /**
     * The vertex so many levels above in a subsystem, itself where that is 0; -1 where the way is shorter. O(levels).
     */
    public int ancestor(int v, Subsystem subsystem, int levels) {
        int s = store.subsystems.id(subsystem);
        int w = s >= 0 && store.isMember(v, s) ? v : -1;
        for (int i = 0; i < levels && w >= 0; i++) {
            w = store.names.parent(w, s);
        }
        return w;
    }

    /**
     * The graph that was built.
     *
     * @throws GraphException if its edges form a cycle; found in O(V + E) where a vertex has several parents
     */
    public ResourceGraph build() throws GraphException {
        for (int s = 0; hasSecondary && s < store.subsystems.size(); s++) {
            requireAcyclic(s);
        }
        return new ResourceGraph(store);
    }

    private void requireAcyclic(int s) throws GraphException {
        var from = new int[store.edges.count(s)];
        var to = new int[from.length];
        int at = 0;
        for (int e = 0; e < store.bound(); e++) {
            if (store.edges.contains(e) && store.edges.subsystem(e) == s) {
                from[at] = store.edges.source(e);
                to[at++] = store.edges.target(e);
            }
        }
        int v = CycleFinder.findCycle(store.bound(), from, to);
        if (v >= 0) {
            throw new GraphException("The edges of the subsystem " + store.subsystems.get(s)
                    + " form a cycle at or above " + name(v) + ".");
        }
    }
}
