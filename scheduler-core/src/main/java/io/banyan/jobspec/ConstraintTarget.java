package io.banyan.jobspec;

/** The facts about a vertex that a constraint can use. The graph's owner implements it over its own arrays. */
public interface ConstraintTarget {
    /** The vertex's name, which for a node is the host's. */
    String name();

    /** The execution target, -1 for none. */
    int rank();

    /** Whether the vertex carries a property of this name, with any value. */
    boolean hasProperty(String name);
}
