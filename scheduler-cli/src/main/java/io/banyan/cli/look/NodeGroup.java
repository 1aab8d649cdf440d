package io.banyan.cli.look;

import io.banyan.cli.output.Table;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.rset.HostList;
import io.banyan.schedule.VertexUse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The nodes of one status and usage.
 *
 * @param status up, draining, drained, down or lost
 * @param usage free, partly taken or taken
 * @param nodes how many there are
 * @param coresUsed how many of their cores jobs have
 * @param cores how many they have
 * @param nodeList their names as a host list, such as {@code node[0-3]}
 */
public record NodeGroup(String status, String usage, int nodes, long coresUsed, long cores, String nodeList) {
    private static final String CORE = "core";

    /** The groups of these nodes, by status, and by usage as it first occurs. O(nodes). */
    public static List<NodeGroup> of(List<NodeReport> nodes) {
        Map<NodeState, Map<String, List<NodeReport>>> groups = new EnumMap<>(NodeState.class);
        for (NodeReport node : nodes) {
            groups.computeIfAbsent(node.state(), it -> new TreeMap<>())
                    .computeIfAbsent(node.use().usage().words(), it -> new ArrayList<>())
                    .add(node);
        }
        List<NodeGroup> found = new ArrayList<>();
        groups.forEach((state, byUsage) -> byUsage.forEach((usage, some) -> found.add(of(state, usage, some))));
        return List.copyOf(found);
    }

    private static NodeGroup of(NodeState state, String usage, List<NodeReport> nodes) {
        long used = 0;
        long total = 0;
        for (NodeReport node : nodes) {
            VertexUse.Quantity cores = node.use().below().get(CORE);
            used += cores == null ? 0 : cores.used();
            total += cores == null ? 0 : cores.total();
        }
        HostList names =
                HostList.of(nodes.stream().map(NodeReport::name).distinct().toList());
        return new NodeGroup(state.name().toLowerCase(Locale.ROOT), usage, nodes.size(), used, total, names.toString());
    }

    /** The groups in a table. */
    public static Table table(List<NodeGroup> groups) {
        Table table = new Table()
                .right("nodes")
                .left("status")
                .left("usage")
                .right("core used")
                .cut("names");
        groups.forEach(group ->
                table.row(group.nodes, group.status, group.usage, group.coresUsed + "/" + group.cores, group.nodeList));
        return table;
    }
}
