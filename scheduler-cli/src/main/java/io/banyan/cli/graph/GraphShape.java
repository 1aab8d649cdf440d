package io.banyan.cli.graph;

import java.util.List;

/**
 * The shape of a graph to generate: so many of a type in each parent, with these below each one.
 *
 * @param count how many in each parent
 * @param type their type
 * @param size how much of the resource one vertex stands for
 * @param unit of the size, empty for none
 * @param children what each one has below it
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
