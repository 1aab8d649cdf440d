package io.banyan.match.policy;

import io.banyan.mapping.PartitionRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which of the resources that fit are taken: an order of scores and three switches, as Fluxion's match policies; or,
 * where it has a rule, nodes by the shape that they make on the network, and an order of scores inside each node.
 *
 * @param name as it is asked for
 * @param ranking how a vertex is scored and candidates are ordered
 * @param nodeCentric the id of the enclosing node outweighs the vertex's own
 * @param nodeExclusive every node that is used is given whole
 * @param stopEarly explore the fullest children first and stop as soon as there is enough
 * @param rule by which nodes are chosen on the network; empty for the order of scores
 */
public record MatchPolicy(
        String name,
        Ranking ranking,
        boolean nodeCentric,
        boolean nodeExclusive,
        boolean stopEarly,
        Optional<PartitionRule> rule) {
    /** A policy that chooses by scores. */
    public MatchPolicy(String name, Ranking ranking, boolean nodeCentric, boolean nodeExclusive, boolean stopEarly) {
        this(name, ranking, nodeCentric, nodeExclusive, stopEarly, Optional.empty());
    }

    /** How candidates are ordered. */
    public enum Ranking {
        /** Highest id first. */
        HIGH,
        /** Lowest id first. */
        LOW,
        /** Contiguous ids. */
        LOCALITY,
        /** Lowest performance class first. */
        VARIATION
    }

    private static final Map<String, MatchPolicy> NAMED = new LinkedHashMap<>();

    static {
        name("first", Ranking.HIGH, true, false, true);
        name("firstnodex", Ranking.HIGH, true, true, true);
        name("high", Ranking.HIGH, false, false, false);
        name("low", Ranking.LOW, false, false, false);
        name("hinode", Ranking.HIGH, true, false, false);
        name("lonode", Ranking.LOW, true, false, false);
        name("hinodex", Ranking.HIGH, true, true, false);
        name("lonodex", Ranking.LOW, true, true, false);
        name("locality", Ranking.LOCALITY, false, false, false);
        name("variation", Ranking.VARIATION, false, false, false);
        for (PartitionRule rule : PartitionRule.values()) {
            NAMED.put(rule.word(), new MatchPolicy(rule.word(), Ranking.LOW, false, true, false, Optional.of(rule)));
        }
    }

    /** Fluxion's default. */
    public static final MatchPolicy FIRST = parse("first");

    private static void name(String name, Ranking ranking, boolean centric, boolean exclusive, boolean stop) {
        NAMED.put(name, new MatchPolicy(name, ranking, centric, exclusive, stop));
    }

    /** Names of the policies that have one. */
    public static List<String> names() {
        return List.copyOf(NAMED.keySet());
    }

    /** Names of the policies that choose by scores alone. */
    public static List<String> scored() {
        return NAMED.values().stream()
                .filter(policy -> policy.rule().isEmpty())
                .map(MatchPolicy::name)
                .toList();
    }

    /**
     * Reads a policy's name, or the custom form, blank-separated {@code policy=high|low},
     * {@code node_centric=}, {@code node_exclusive=} and {@code stop_on_1_matches=} {@code true|false}.
     *
     * @throws IllegalArgumentException where the text is neither; the message lists the valid values
     */
    public static MatchPolicy parse(String text) {
        MatchPolicy named = NAMED.get(text);
        if (named != null) {
            return named;
        }
        if (text.contains("=")) {
            return custom(text);
        }
        throw new IllegalArgumentException(
                "There is no match policy '" + text + "'; expected one of " + String.join(", ", names()) + ".");
    }

    /** Whether among the candidates inside a vertex the one with the highest score comes first. */
    public boolean prefersHighScores() {
        return switch (ranking) {
            case HIGH, LOCALITY -> true;
            case LOW, VARIATION -> false;
        };
    }

    /**
     * Whether the logical ids of the nodes that a vertex is in count in its score, where the policy is node-centric.
     */
    public boolean ranksByNumber() {
        return switch (ranking) {
            case HIGH, LOW -> true;
            case LOCALITY, VARIATION -> false;
        };
    }

    /** Returns this policy, with whole nodes or without. */
    public MatchPolicy withNodeExclusive(boolean whole) {
        return whole == nodeExclusive
                ? this
                : new MatchPolicy(name + " node_exclusive=" + whole, ranking, nodeCentric, whole, stopEarly, rule);
    }

    private static MatchPolicy custom(String text) {
        var options = new LinkedHashMap<String, String>();
        for (String option : text.strip().split("\\s+", -1)) {
            int equals = option.indexOf('=');
            if (equals < 1 || options.put(option.substring(0, equals), option.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("'" + option + "' in the match policy is not a single KEY=VALUE.");
            }
        }
        String order = options.remove("policy");
        Ranking ranking = order == null || order.equals("high") ? Ranking.HIGH : Ranking.LOW;
        if (order != null && !order.equals("high") && !order.equals("low")) {
            throw new IllegalArgumentException(
                    "A custom match policy must be policy=high or policy=low, not '" + order + "'.");
        }
        var policy = new MatchPolicy(
                text,
                ranking,
                flag(options.remove("node_centric"), "node_centric"),
                flag(options.remove("node_exclusive"), "node_exclusive"),
                flag(options.remove("stop_on_1_matches"), "stop_on_1_matches"));
        if (!options.isEmpty()) {
            throw new IllegalArgumentException("A custom match policy has no option '"
                    + options.keySet().iterator().next()
                    + "'; its options are policy, node_centric, node_exclusive and stop_on_1_matches.");
        }
        return policy;
    }

    private static boolean flag(@org.jspecify.annotations.Nullable String value, String option) {
        if (value == null || value.equals("false")) {
            return false;
        }
        if (value.equals("true")) {
            return true;
        }
        throw new IllegalArgumentException(option + " must be true or false, not '" + value + "'.");
    }
}
