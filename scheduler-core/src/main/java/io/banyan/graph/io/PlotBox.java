package io.banyan.graph.io;

import java.util.List;

/**
 * A box of a picture: one vertex, or several siblings that look the same, everything below them included.
 *
 * @param vertices the vertices that it represents; its children are drawn for the first of them
 * @param namesHold whether the names below the first vertex are those below the others as well
 * @param children the boxes below it
 */
record PlotBox(List<Integer> vertices, boolean namesHold, List<PlotBox> children) {
    int first() {
        return vertices.getFirst();
    }

    int count() {
        return vertices.size();
    }

    /** This box with all that are below it. */
    int boxes() {
        return 1 + children.stream().mapToInt(PlotBox::boxes).sum();
    }

    /** How many boxes have none below them: how wide the picture is. */
    int width() {
        return children.isEmpty()
                ? 1
                : children.stream().mapToInt(PlotBox::width).sum();
    }
}
