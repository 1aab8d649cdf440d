package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.look.ListOutput;
import io.banyan.cli.look.NodeField;
import io.banyan.cli.look.NodeGroup;
import io.banyan.cli.look.NodeTable;
import io.banyan.cli.look.NodeView;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.rset.HostList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan nodes}: the status and the use of the nodes. */
@Command(
        name = "nodes",
        description = "List nodes with their status, its origin and reason, their usage, and their jobs.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "For each resource type, the table shows the amount in use and the total. 'banyan drain' "
                    + "and 'banyan undrain' change whether jobs can start on a node.",
            "",
            "Fields of --format and --sort:",
            NodeField.NAMES
        })
public final class NodesCommand implements Callable<Integer> {
    private static final String NONE = "No such nodes.";

    private final Terminal terminal;

    private final ListOutput<NodeView, NodeView> output;

    @Mixin
    private final Asked asked;

    @Option(names = "--type", paramLabel = "TYPE", description = "Vertex type to list (default ${DEFAULT-VALUE}).")
    private String type = "node";

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description = "Only nodes with these statuses: up, draining, drained, down or lost.")
    private List<NodeState> states = List.of();

    @Option(names = "--drained", description = "Only draining and drained nodes.")
    private boolean drained;

    @Option(
            names = "--summary",
            description = "Print one line for each combination of status and usage, with the number of nodes.")
    private boolean summary;

    @Option(names = "--limit", paramLabel = "N", description = "Only the first N nodes.")
    private long limit = Long.MAX_VALUE;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Only nodes with these names, such as node7 or node[0-3].")
    private List<String> names = List.of();

    public NodesCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new ListOutput<>(terminal, NodeField.all());
        this.asked = new Asked(terminal, output);
    }

    @Override
    public Integer call() {
        output.check();
        if (summary && output.hasFields()) {
            throw CommandFailure.wrongUse("--summary cannot be used with --sort or fields in --format");
        }
        if (limit < 1) {
            throw CommandFailure.wrongUse("--limit must be at least 1");
        }
        HostList wanted = NodeNames.list(names);
        Set<NodeState> only = EnumSet.noneOf(NodeState.class);
        only.addAll(states);
        if (drained) {
            only.addAll(List.of(NodeState.DRAINING, NodeState.DRAINED));
        }
        List<NodeReport> found = asked.ask(client -> NodeNames.all(client, type, wanted, only, beyond()));
        if (only.isEmpty() && found.size() <= limit) {
            requireAll(wanted, found);
        }
        List<NodeReport> shown = found.stream().limit(limit).toList();
        if (summary) {
            asked.print(NodeGroup.of(shown), this::summary);
        } else {
            asked.print(output.sorted(shown.stream().map(NodeView::of).toList()), this::text);
        }
        if (found.size() > limit) {
            terminal.err().println("banyan: only the first " + limit + " are shown.");
            terminal.err().flush();
        }
        return ExitStatus.DONE;
    }

    private void requireAll(HostList wanted, List<NodeReport> found) {
        Set<String> names = found.stream().map(NodeReport::name).collect(Collectors.toSet());
        List<String> missing = wanted.names().stream()
                .filter(name -> !names.contains(name))
                .distinct()
                .map(name -> "there is no " + type + " '" + name + "' here")
                .toList();
        if (!missing.isEmpty()) {
            throw CommandFailure.no(missing);
        }
    }

    /** One more than are shown, so that it is known whether there are more. */
    private long beyond() {
        return limit == Long.MAX_VALUE ? limit : limit + 1;
    }

    private String text(List<NodeView> nodes) {
        return nodes.isEmpty() && output.fields().isEmpty()
                ? NONE
                : output.text(nodes, NodeTable.usualFields(nodes, type));
    }

    private String summary(List<NodeGroup> groups) {
        return groups.isEmpty() ? NONE : output.fitted(NodeGroup.table(groups));
    }
}
