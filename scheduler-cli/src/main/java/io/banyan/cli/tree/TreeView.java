package io.banyan.cli.tree;

import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.InstanceSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Draws a tree of instances. */
public final class TreeView {
    /** The types that people look for first; the others are in the JSON. */
    static final List<String> SHOWN = List.of("node", "core", "gpu");

    private TreeView() {}

    /** The table, and whether the parent of the instance that answers is gone. */
    static String text(Answer.Tree tree) {
        OptionalLong since = tree.parentLostSinceSec();
        String table = text(tree.root());
        return since.isEmpty()
                ? table
                : table + "The parent has been unreachable since " + JobView.time(since.getAsLong())
                        + ". This instance continues with its current resources, and gets no more until the parent is reachable again.\n";
    }

    /**
     * A table with a line for each instance, children indented under their parents. A column without any value is
     * omitted.
     */
    public static String text(InstanceSummary root) {
        List<String> types = new ArrayList<>(SHOWN);
        types.retainAll(types(root, new TreeSet<>()));
        List<TreeColumn> columns = Arrays.stream(TreeColumn.values())
                .filter(column -> column.isIn(root))
                .toList();
        Table table = new Table().left("instance").left("name").left("state").left("address");
        types.forEach(type -> table.right(type + "s free"));
        columns.forEach(column -> table.right(column.name().toLowerCase(Locale.ROOT)));
        add(table, root, types, columns, "", "");
        return table.toString();
    }

    private static Set<String> types(InstanceSummary instance, Set<String> types) {
        types.addAll(instance.amounts().keySet());
        instance.children().forEach(child -> types(child, types));
        return types;
    }

    private static void add(
            Table table,
            InstanceSummary instance,
            List<String> types,
            List<TreeColumn> columns,
            String here,
            String below) {
        List<Object> row = new ArrayList<>(
                List.of(here + instance.path(), instance.name(), JobView.lower(instance.state()), instance.address()));
        for (String type : types) {
            Amount amount = instance.amounts().get(type);
            row.add(amount == null ? "-" : amount.free() + "/" + amount.total());
        }
        columns.forEach(column -> row.add(column.of(instance)));
        table.row(row.toArray());
        for (int i = 0; i < instance.children().size(); i++) {
            boolean last = i == instance.children().size() - 1;
            add(
                    table,
                    instance.children().get(i),
                    types,
                    columns,
                    below + (last ? "\u2514\u2500 " : "\u251c\u2500 "),
                    below + (last ? "   " : "\u2502  "));
        }
    }
}
