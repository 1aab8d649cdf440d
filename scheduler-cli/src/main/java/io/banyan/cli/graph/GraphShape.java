package io.banyan.cli.graph;

import java.util.List;

/**
 * The shape of a graph to generate: a number of vertices of a type in each parent, with children.
 *
 * @param count the number in each parent
 * @param type their type
 * @param size the amount of the resource that one vertex represents
 * @param unit of the size, empty for none
 * @param children the children of each
 */
record GraphShape(int count, String type, long size, String unit, List<GraphShape> children) {
    private static final String NODE = "node";

    GraphShape {
        children = List.copyOf(children);
    }

    boolean isNode() {
        return type.equals(NODE);
    }
}
