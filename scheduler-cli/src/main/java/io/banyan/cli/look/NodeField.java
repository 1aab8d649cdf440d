package io.banyan.cli.look;

import io.banyan.cli.output.NaturalOrder;
import io.banyan.cli.output.WallClock;
import io.banyan.schedule.VertexUse;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A field of a node in a list, by the name that people give it. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum NodeField implements ListField<NodeView, NodeView> {
    NAME("name", NodeView::name),
    PATH("path", NodeView::path),
    RANK(
            "rank",
            true,
            node -> node.rank() == null ? "" : String.valueOf(node.rank()),
            Comparator.comparingLong(node -> orNone(node.rank()))),
    STATUS("status", NodeView::status),
    USAGE("usage", NodeView::usage),
    NODES("node used", "node"),
    CORES("core used", "core"),
    GPUS("gpu used", "gpu"),
    MEMORY("memory used", "memory"),
    JOBS("jobs", false, NodeView::jobsText, Comparator.comparingInt(NodeView::jobCount)),
    BY("by", node -> orEmpty(node.by())),
    SINCE(
            "since",
            false,
            node -> node.atSec() == null ? "" : WallClock.shown(node.atSec(), ZoneId.systemDefault()),
            Comparator.comparingLong(node -> orNone(node.atSec()))),
    REASON("reason", node -> orEmpty(node.reason())),
    WHY("why", NodeView::why);

    /** The names of all fields, for the help of commands. */
    public static final String NAMES =
            "name, path, rank, status, usage, nodes, cores, gpus, memory, jobs, by, since, reason, why";

    /** The fields with the use of a type of resource, in the order of the usual table. */
    private static final List<NodeField> RESOURCES = List.of(NODES, CORES, GPUS, MEMORY);

    private final String heading;
    private final boolean isRight;
    private final Function<NodeView, String> text;
    private final Comparator<NodeView> order;

    NodeField(String heading, Function<NodeView, String> text) {
        this(heading, false, text, Comparator.comparing(text, NaturalOrder.OF_TEXT));
    }

    NodeField(String heading, String resource) {
        this(heading, true, node -> node.used(resource), Comparator.comparingLong(node -> used(node, resource)));
    }

    NodeField(String heading, boolean isRight, Function<NodeView, String> text, Comparator<NodeView> order) {
        this.heading = heading;
        this.isRight = isRight;
        this.text = text;
        this.order = order;
    }

    /** All fields, in the order of the help. */
    public static List<ListField<NodeView, NodeView>> all() {
        return List.of(values());
    }

    /** Returns the fields for the types of resources that some of the nodes have. O(nodes). */
    static List<NodeField> resources(List<NodeView> nodes) {
        return RESOURCES.stream()
                .filter(field ->
                        nodes.stream().anyMatch(node -> !field.text(node).isEmpty()))
                .toList();
    }

    @Override
    public String heading() {
        return heading;
    }

    @Override
    public boolean isRight() {
        return isRight;
    }

    @Override
    public boolean canBeCut() {
        return !isRight && this != STATUS && this != USAGE && this != SINCE;
    }

    @Override
    public String text(NodeView node) {
        return text.apply(node);
    }

    @Override
    public Comparator<NodeView> order() {
        return order;
    }

    /** Nodes without the resource come first. */
    private static long used(NodeView node, String resource) {
        VertexUse.Quantity quantity = node.resources().get(resource);
        return quantity == null ? -1 : quantity.used();
    }

    /** Nodes without a value come first. */
    private static long orNone(@Nullable Number value) {
        return value == null ? -1 : value.longValue();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
