package io.banyan.cli.quickstart;

import io.banyan.cli.output.Table;
import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.rpc.client.ClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resources that a provider brought, as each level sees them.
 *
 * @param provider its name
 * @param askedBy the path of the instance whose provider it is
 * @param millis the wait of the caller
 * @param levels the top first
 */
record ProviderBurst(String provider, String askedBy, double millis, List<Seen> levels) {
    private static final String ZONE = "zone";
    private static final String NODE = "node";

    /**
     * The new resources as one level sees them.
     *
     * @param level its name
     * @param vertices how many are new there
     * @param zone the names of the zones that they are in; {@code -} where there is none
     * @param node the path of the new node, or of the first of several
     * @param kind the properties of that node; {@code -} where it has none
     */
    record Seen(String level, int vertices, String zone, String node, String kind) {}

    /** Copies the list. */
    ProviderBurst {
        levels = List.copyOf(levels);
    }

    /** Returns the view that the levels of a chain have of a grow that a provider has answered. */
    static ProviderBurst of(GrowRehearsal.Grown grown, DaemonChain chain, Set<String> fresh)
            throws ClientException, GraphException, QuickstartFailure {
        var source = grown.growth().grown().grant().source();
        String provider = source.provider()
                .orElseThrow(() -> new QuickstartFailure(
                        "The burst was satisfied from the graph of " + source.level() + ", expected from a provider."));
        List<Seen> levels = new ArrayList<>();
        for (ChainLevel level : chain.levels()) {
            levels.add(seen(level.name(), level.graph(), fresh));
        }
        return new ProviderBurst(provider, source.level(), grown.millis(), levels);
    }

    /** Finds zone and node among the new vertices of a level's graph. */
    static Seen seen(String level, Subgraph graph, Set<String> fresh) throws QuickstartFailure {
        String zones =
                ofType(ZONE, graph, fresh).map(SubgraphVertex::name).sorted().collect(Collectors.joining(", "));
        List<SubgraphVertex> nodes = ofType(NODE, graph, fresh).toList();
        if (nodes.isEmpty()) {
            throw new QuickstartFailure(
                    "There is no node among the vertices that the provider added to " + level + ".");
        }
        SubgraphVertex node = nodes.getFirst();
        String others = nodes.size() == 1 ? "" : " and " + (nodes.size() - 1) + " more";
        String kind = node.properties().getOrDefault("instance-type", "") + " "
                + node.properties().getOrDefault("market", "");
        return new Seen(level, fresh.size(), orNone(zones), node.path() + others, orNone(kind.strip()));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static Stream<SubgraphVertex> ofType(String type, Subgraph graph, Set<String> fresh) {
        return graph.vertices().stream()
                .filter(vertex -> vertex.type().name().equals(type) && fresh.contains(vertex.path()));
    }

    Table table() {
        Table table = new Table()
                .left("level")
                .right("new vertices")
                .left("zones")
                .left("instance type")
                .left("the new node's path");
        for (Seen seen : levels) {
            table.row(
                    seen.level(),
                    String.format(Locale.ROOT, "%,d", seen.vertices()),
                    seen.zone(),
                    seen.kind(),
                    seen.node());
        }
        return table;
    }
}
