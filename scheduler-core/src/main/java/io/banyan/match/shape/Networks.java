package io.banyan.match.shape;

import io.banyan.graph.ResourceGraph;
import io.banyan.mapping.LeakMapping;
import io.banyan.mapping.PartitionRule;
import io.banyan.mapping.PartitionShape;
import io.banyan.mapping.RoomClaim;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.topology.NetworkMap;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The network of a graph and the shapes on it, for the match policies that have one. They are made when a match needs
 * them, and made again when the graph has changed.
 */
public final class Networks {
    private static final String NODE = "node";

    private final ResourceGraph graph;
    private final Map<PartitionRule, PartitionShape> shapes = new EnumMap<>(PartitionRule.class);
    private final Map<PartitionRule, LeakMapping> leaks = new EnumMap<>(PartitionRule.class);
    private @Nullable NetworkMap network;
    private String obstacle = "";
    private long touched = -1;
    /** The nodes of the largest connected part of the network; negative until it is asked for. */
    private int largestPart = -1;

    private long job;

    public Networks(ResourceGraph graph) {
        this.graph = graph;
    }

    /** Sets the number of the job that is placed. */
    public void placing(long number) {
        this.job = number;
    }

    /** Returns the number of the job that is placed. */
    public long job() {
        return job;
    }

    /**
     * The choice of nodes for a request.
     *
     * @param nodes null where the policy has no shape, or there is an obstacle
     * @param obstacle why no nodes can be chosen, as one sentence
     */
    public record Choice(@Nullable ShapedNodes nodes, Optional<String> obstacle) {
        private static final Choice BY_SCORES = new Choice(null, Optional.empty());

        static Choice none(String why) {
            return new Choice(null, Optional.of(why));
        }

        /**
         * Returns the choice of nodes that other jobs do not claim, as far as there are such.
         *
         * @param claims by the places of vertices on the network
         * @param job the number of the job that gets the nodes
         */
        public Choice beside(Function<IntUnaryOperator, List<RoomClaim>> claims, long job) {
            return nodes == null ? this : new Choice(nodes.beside(claims, job), obstacle);
        }
    }

    /**
     * Returns the choice of nodes for a new job, or for more of one. O(1), and O(vertices) after a change of the graph.
     */
    public Choice choice(MatchPolicy policy) {
        Optional<PartitionRule> rule = policy.rule();
        if (rule.isEmpty()) {
            return Choice.BY_SCORES;
        }
        refresh();
        NetworkMap current = network;
        if (current == null) {
            return Choice.none("the match policy '" + policy.name() + "' requires a topology: " + obstacle);
        }
        if (current.topology().nodes() > rule.get().mostNodes()) {
            return Choice.none("the match policy '" + policy.name() + "' is for networks of at most "
                    + rule.get().mostNodes() + " nodes, and the " + current.topology() + " has "
                    + current.topology().nodes());
        }
        PartitionShape shape = rule.get().isLeak() && !rule.get().booksProfiles()
                ? leaks.computeIfAbsent(rule.get(), it -> it.leak(current.topology()))
                        .starting(job)
                : shapes.computeIfAbsent(rule.get(), it -> it.shape(current.topology(), job));
        return new Choice(new ShapedNodes(current, shape, graph.types().id(NODE)), Optional.empty());
    }

    /**
     * Returns the choice of nodes for processes that a job forks on one of its nodes. O(vertices that it holds).
     *
     * @param near the name or the path of that node
     * @param held the vertices that the job holds, in the order in which it got them
     */
    public Choice forks(MatchPolicy policy, String near, int[] held) {
        Choice choice = choice(policy);
        NetworkMap current = network;
        Optional<PartitionRule> rule = policy.rule();
        if (choice.nodes() == null || current == null || rule.isEmpty()) {
            return choice;
        }
        List<Integer> nodes = Arrays.stream(held)
                .map(current::node)
                .filter(node -> node >= 0)
                .boxed()
                .toList();
        Optional<Integer> parent = nodes.stream()
                .filter(node -> graph.name(current.vertex(node)).equals(near)
                        || graph.path(current.vertex(node)).equals(near))
                .findFirst();
        if (parent.isEmpty()) {
            return Choice.none("the job has no node '" + near + "'; it has "
                    + nodes.stream()
                            .sorted()
                            .map(node -> graph.name(current.vertex(node)))
                            .collect(Collectors.joining(", ")));
        }
        PartitionShape shape = rule.get().forks(current.topology(), parent.get(), nodes);
        return new Choice(new ShapedNodes(current, shape, graph.types().id(NODE)), Optional.empty());
    }

    /**
     * Returns the choice of the first nodes of a new job that needs room for a number of nodes later. Costs as {@link
     * #choice}.
     */
    public Choice roomy(MatchPolicy policy, int size) {
        Choice choice = choice(policy);
        NetworkMap current = network;
        if (choice.nodes() == null
                || current == null
                || policy.rule().filter(PartitionRule::booksProfiles).isEmpty()) {
            return choice;
        }
        PartitionShape shape = policy.rule().get().room(current.topology(), size);
        return new Choice(new ShapedNodes(current, shape, graph.types().id(NODE)), Optional.empty());
    }

    /**
     * Returns why so many nodes can never be in one partition, as one sentence; empty where they can. O(1), and
     * O(nodes x links) after a change of the graph.
     */
    public Optional<String> apart(long nodes) {
        NetworkMap current = network;
        if (current == null || nodes > current.nodes()) {
            return Optional.empty();
        }
        if (largestPart < 0) {
            largestPart = current.largestPart();
        }
        return nodes > largestPart
                ? Optional.of(
                        "no connected part of the network has " + nodes + " nodes; the largest one has " + largestPart)
                : Optional.empty();
    }

    private void refresh() {
        if (touched == graph.touched()) {
            return;
        }
        touched = graph.touched();
        shapes.clear();
        leaks.clear();
        network = null;
        largestPart = -1;
        try {
            network = NetworkMap.of(graph).orElse(null);
            obstacle = "no vertex of the graph has the property '" + NetworkMap.TOPOLOGY + "', such as 'grid 16x8'";
        } catch (IllegalArgumentException e) {
            obstacle = String.valueOf(e.getMessage());
        }
    }
}
