package io.banyan.match;

import io.banyan.alike.Order;
import io.banyan.graph.ResourceGraph;
import io.banyan.match.policy.MatchPolicy;
import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * Scores of vertices under a policy. With a node-centric policy the score of everything in a node is led by that of the
 * node, which is entered and left as the traversal goes.
 */
final class Scoring {

    private static final long MET = 1;
    private static final long WORST_CLASS = 9_999;
    private static final Pattern CLASS = Pattern.compile("\\d{1,4}");
    private static final Comparator<Candidate> LOWEST = Comparator.comparingLong(Candidate::score);
    private static final Comparator<Candidate> HIGHEST = LOWEST.reversed();

    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final int nodeType;
    private long nodes;

    Scoring(ResourceGraph graph, MatchPolicy policy) {
        this.graph = graph;
        this.policy = policy;
        this.nodeType = graph.types().id("node");
    }

    void enterNode(int v) {
        nodes += nodeFactor(v);
    }

    void leaveNode(int v) {
        nodes -= nodeFactor(v);
    }

    private long nodeFactor(int v) {
        return policy.nodeCentric() ? Order.nodeWeight(graph, v) : 0;
    }

    /**
     * Returns the weight that the nodes that are entered, and the parcel if it is one, add to the score of each vertex
     * in the parcel.
     */
    long weightWithin(int parcel) {
        if (!policy.ranksByNumber()) {
            return 0;
        }
        return nodes + (graph.typeId(parcel) == nodeType ? nodeFactor(parcel) : 0);
    }

    /** Score of a vertex that fits. */
    long of(int v) {
        return switch (policy.ranking()) {
            case HIGH, LOW -> MET + nodes + graph.number(v) + 1;
            case LOCALITY -> ofNumber(graph.number(v));
            case VARIATION -> MET + performanceClass(v);
        };
    }

    /** Score of a vertex with a logical id, where nothing else counts. */
    static long ofNumber(long number) {
        return MET + number + 1;
    }

    /** The logical id of which this is the score, where nothing else counts. */
    static long numberOf(long score) {
        return score - 1 - MET;
    }

    private long performanceClass(int v) {
        String text = graph.properties(v).get("perf_class");
        if (text == null || !CLASS.matcher(text).matches()) {
            return WORST_CLASS;
        }
        return Long.parseLong(text);
    }

    /** Order of preference among candidates of one type inside a vertex. */
    Comparator<Candidate> preference() {
        return policy.prefersHighScores() ? HIGHEST : LOWEST;
    }
}
