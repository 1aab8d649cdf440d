package io.banyan.rpc.health;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides from the results of checks which nodes are to be marked. Two rules keep a wrong check from taking the whole
 * cluster away:
 *
 * <ul>
 *   <li>A check that could not be run counts as a failure of the node only where it has run on another node in this
 * round or the one before. Otherwise the check is at fault.
 *   <li>No more than a share of the nodes is marked at the same time.
 * </ul>
 *
 * <p>Any thread may call. O(1) for each result; O(nodes) for each round.
 */
final class NodeHealth {
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> marked = new HashSet<>();
    private final Set<String> withheld = new HashSet<>();
    private int mostMarked = 1;
    private boolean hasRun;
    private boolean hasRunBefore;

    /** The conclusion from a result. */
    sealed interface Conclusion {
        /** Nothing. */
        record Nothing() implements Conclusion {}

        /** The node is to be marked. */
        record Mark(String reason) implements Conclusion {}

        /** The node is to be up again. */
        record Recover() implements Conclusion {}

        /** The node is not marked, because the limit on marked nodes is reached. */
        record Withheld(int marked, String reason) implements Conclusion {}

        /** The check is at fault. */
        record AtFault(String reason) implements Conclusion {}
    }

    /**
     * A round begins.
     *
     * @param nodes that are checked in it
     * @param all how many nodes there are
     */
    synchronized void begin(List<CheckedNode> nodes, int all, HealthConfig config) {
        Set<String> paths = nodes.stream().map(CheckedNode::path).collect(Collectors.toSet());
        failures.keySet().retainAll(paths);
        withheld.retainAll(paths);
        marked.clear();
        nodes.stream().filter(CheckedNode::isMarked).map(CheckedNode::path).forEach(marked::add);
        mostMarked = config.mostMarked(all);
        hasRunBefore = hasRun;
        hasRun = false;
    }

    /** Another check is configured: the results of the last one do not count. */
    synchronized void forget() {
        failures.clear();
        withheld.clear();
        hasRun = false;
        hasRunBefore = false;
    }

    /**
     * Draws the conclusion when the check of a node has ended. The caller acts on it, and calls {@link #unmarked} where
     * it did not mark the node.
     */
    synchronized Conclusion conclude(CheckedNode node, CheckResult result, HealthConfig config) {
        return switch (result) {
            case CheckResult.Passed it -> passed(node, config);
            case CheckResult.Failed it -> {
                hasRun = true;
                yield failed(node, it.reason(), config);
            }
            case CheckResult.NotRun it ->
                hasRun || hasRunBefore ? failed(node, it.reason(), config) : new Conclusion.AtFault(it.reason());
        };
    }

    private Conclusion passed(CheckedNode node, HealthConfig config) {
        hasRun = true;
        failures.remove(node.path());
        withheld.remove(node.path());
        return config.recovers() && marked.contains(node.path()) ? new Conclusion.Recover() : new Conclusion.Nothing();
    }

    private Conclusion failed(CheckedNode node, String reason, HealthConfig config) {
        int count = failures.merge(node.path(), 1, Integer::sum);
        if (count < config.failures() || marked.contains(node.path())) {
            return new Conclusion.Nothing();
        }
        if (marked.size() >= mostMarked) {
            withheld.add(node.path());
            return new Conclusion.Withheld(marked.size(), reason);
        }
        withheld.remove(node.path());
        marked.add(node.path());
        return new Conclusion.Mark(reason);
    }

    /**
     * Records that the check no longer marks the node: it is up again, another client has changed its status, or there
     * was no answer.
     */
    synchronized void unmarked(CheckedNode node) {
        marked.remove(node.path());
    }

    /** How many nodes are in which state. */
    synchronized HealthCounts.Nodes counts() {
        return new HealthCounts.Nodes(failures.size(), marked.size(), withheld.size());
    }
}
