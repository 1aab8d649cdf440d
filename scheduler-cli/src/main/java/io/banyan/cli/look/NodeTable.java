package io.banyan.cli.look;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The usual table of a list of nodes. */
public final class NodeTable {
    private NodeTable() {}

    /** A field below the name of a type. */
    private record Typed(NodeField field, String heading) implements ListField<NodeView, NodeView> {
        @Override
        public String name() {
            return field.name();
        }

        @Override
        public boolean isRight() {
            return field.isRight();
        }

        @Override
        public boolean canBeCut() {
            return field.canBeCut();
        }

        @Override
        public String text(NodeView node) {
            return field.text(node);
        }

        @Override
        public Comparator<NodeView> order() {
            return field.order();
        }
    }

    /** The usual fields: paths where a name is not enough, and the resources that some nodes have. O(nodes). */
    public static List<ListField<NodeView, NodeView>> usualFields(List<NodeView> nodes, String type) {
        boolean areNamesClear = nodes.stream().map(NodeView::name).distinct().count() == nodes.size();
        List<ListField<NodeView, NodeView>> fields = new ArrayList<>();
        fields.add(new Typed(areNamesClear ? NodeField.NAME : NodeField.PATH, type));
        fields.add(NodeField.STATUS);
        fields.addAll(NodeField.resources(nodes));
        fields.addAll(List.of(NodeField.JOBS, NodeField.WHY));
        return fields;
    }
}
