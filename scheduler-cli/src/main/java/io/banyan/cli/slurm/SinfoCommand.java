package io.banyan.cli.slurm;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.NaturalOrder;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sinfo}: partitions and nodes. */
@Command(
        name = "sinfo",
        description = "List partitions and nodes, like Slurm's sinfo.",
        versionProvider = ToolOptions.SlurmVersion.class)
final class SinfoCommand implements Callable<Integer> {
    private static final String USUAL = "%#P %.5a %.10l %.6D %.6t %N";
    private static final String SUMMARY = "%#P %.5a %.10l %.16F  %N";
    private static final String LONG = "%#P %.5a %.10l %.10s %.4r %.8h %.10g %.6D %.11T %N";
    private static final String NODES = "%#N %.6D %#P %6t";
    private static final String LONG_NODES = "%#N %.6D %#P %.11T %.4c %.8z %.6m %.8d %.6w %.8f %20E";
    private static final String REASONS = "%20E %9u %19H %N";

    private final ToolContext tool;

    @Mixin
    private final ToolOptions options = new ToolOptions();

    @Mixin
    private final FieldOptions fields = new FieldOptions();

    @Option(
            names = {"-a", "--all", "--hide", "-e", "--exact", "--noconvert"},
            description = "Accepted; no partition is hidden, and all nodes on a line have the same properties.")
    private boolean[] unusedAccepted = {};

    @Option(
            names = {"-d", "--dead"},
            description = "Only nodes that are lost.")
    private boolean dead;

    @Option(
            names = {"-r", "--responding"},
            description = "Only nodes that are not lost.")
    private boolean responding;

    @Option(
            names = {"-N", "--Node"},
            description = "Print one line for each node and partition.")
    private boolean byNode;

    @Option(
            names = {"-n", "--nodes"},
            paramLabel = "HOSTS",
            description = "Only these nodes.")
    private String hosts = "";

    @Option(
            names = {"-p", "--partition"},
            split = ",",
            paramLabel = "LIST",
            description = "Only these partitions.")
    private List<String> partitions = List.of();

    @Option(
            names = {"-R", "--list-reasons"},
            description = "Print nodes that are not up, with the reasons.")
    private boolean reasons;

    @Option(
            names = {"-s", "--summarize"},
            description = "Print one line for each partition.")
    private boolean summary;

    @Option(
            names = {"-t", "--states"},
            split = ",",
            paramLabel = "LIST",
            description = "Only nodes in these states.")
    private List<String> states = List.of();

    SinfoCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public Integer call() {
        options.check();
        OutputFormat<SinfoField, PartitionNodes> shown =
                fields.format(this::letters, SinfoField.BY_LETTER, SinfoField.BY_NAME);
        HostList wanted = HostList.parse(hosts);
        states.forEach(PartitionNodes.State::requireKnown);
        return tool.ask(cluster -> {
            tool.print(shown.text(fields.hasHeader(), lines(cluster, wanted, shown.fields())));
            return ExitStatus.DONE;
        });
    }

    private String letters() {
        if (reasons) {
            return REASONS;
        }
        if (byNode) {
            return fields.isLong() ? LONG_NODES : NODES;
        }
        String usual = summary ? SUMMARY : USUAL;
        return tool.variable("SINFO_FORMAT").orElse(fields.isLong() ? LONG : usual);
    }

    private List<PartitionNodes> lines(SlurmCluster cluster, HostList wanted, List<SinfoField> shown)
            throws ClientException {
        new KnownNames(cluster).requirePartitions(partitions);
        List<NodeReport> named = cluster.nodes(wanted);
        KnownNames.requireNodes(wanted, named);
        List<NodeReport> nodes = named.stream().filter(this::isWanted).toList();
        List<PartitionNodes> lines = new ArrayList<>();
        for (QueuePartition partition : cluster.partitions()) {
            if (partitions.isEmpty() || partitions.contains(partition.name())) {
                lines.addAll(lines(partition, nodes, shown));
                if (reasons && !shown.contains(SinfoField.PARTITION)) {
                    // Each partition has all nodes, and a reason is of a node.
                    break;
                }
            }
        }
        if (byNode) {
            lines.sort(Comparator.comparing(group -> group.any().name(), NaturalOrder.OF_TEXT));
        }
        return lines;
    }

    private List<PartitionNodes> lines(QueuePartition partition, List<NodeReport> nodes, List<SinfoField> shown) {
        Map<List<String>, List<NodeReport>> groups = new LinkedHashMap<>();
        for (NodeReport node : nodes) {
            var alone = new PartitionNodes(partition, List.of(node), tool.zone());
            List<String> key = new ArrayList<>();
            shown.stream().filter(field -> !field.isOfGroup()).forEach(field -> key.add(field.value(alone)));
            if (byNode) {
                key.add(node.path());
            }
            groups.computeIfAbsent(key, none -> new ArrayList<>()).add(node);
        }
        return groups.values().stream()
                .map(group -> new PartitionNodes(partition, group, tool.zone()))
                .toList();
    }

    private boolean isWanted(NodeReport node) {
        PartitionNodes.State state = PartitionNodes.State.of(node);
        boolean isLost = state == PartitionNodes.State.LOST;
        return (states.isEmpty()
                        || states.stream()
                                .anyMatch(list ->
                                        Arrays.stream(list.split("&", -1)).allMatch(state::isMeantBy)))
                && !(dead && !isLost)
                && !(responding && isLost)
                && !(reasons && state.isInService());
    }
}
