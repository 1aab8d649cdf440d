package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Exclusivity;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.shape.ShapedNodes;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One walk over the graph: its demands, its place and time, and its witness. The {@link Traverser} or, for requests in
 * which every demand is wanted for itself, the {@link ExtendedTraverser} walks; this class contains their common
 * treatment of a vertex.
 */
public final class Traversal {

    final Schedule schedule;
    final ResourceGraph graph;
    final Demand.Primed request;
    final MatchPolicy policy;
    final Availability availability;
    final Pruning pruning;
    final Scoring scoring;
    final Upwalk upwalk;
    final Witness witness;
    final Visits visits;
    final int dominant;
    private final @Nullable NodeClasses nodeClasses;
    private final @Nullable Outlooks outlooks;
    /** The choice of nodes by shape; null where the policy has none. */
    final @Nullable ShapedNodes shape;

    private final int nodeType;
    /** The nodes that were entered and not left yet. */
    private int nodesEntered;

    Traversal(
            Schedule schedule,
            Demand.Primed request,
            MatchPolicy policy,
            Availability availability,
            Pruning pruning,
            Witness witness,
            Visits visits,
            @Nullable ShapedNodes shape) {
        this(schedule, request, policy, availability, pruning, witness, visits, null, null, shape);
    }

    /**
     * Creates a traversal with parcels, of which those that are alike need not all be entered, and with the known
     * results of them for the request.
     */
    Traversal(
            Schedule schedule,
            Demand.Primed request,
            MatchPolicy policy,
            Availability availability,
            Pruning pruning,
            Witness witness,
            Visits visits,
            @Nullable NodeClasses nodeClasses,
            @Nullable Outlooks outlooks) {
        this(schedule, request, policy, availability, pruning, witness, visits, nodeClasses, outlooks, null);
    }

    private Traversal(
            Schedule schedule,
            Demand.Primed request,
            MatchPolicy policy,
            Availability availability,
            Pruning pruning,
            Witness witness,
            Visits visits,
            @Nullable NodeClasses nodeClasses,
            @Nullable Outlooks outlooks,
            @Nullable ShapedNodes shape) {
        this.nodeClasses = nodeClasses;
        this.outlooks = outlooks;
        this.shape = shape;
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.request = request;
        this.policy = policy;
        this.availability = availability;
        this.pruning = pruning;
        this.scoring = new Scoring(graph, policy);
        this.upwalk = new Upwalk(schedule, request, availability, witness);
        this.witness = witness;
        this.visits = visits;
        this.dominant = schedule.aggregates().dominant();
        this.nodeType = graph.types().id("node");
    }

    /** Returns a traversal that takes this walk, but reports to another witness. */
    Traversal toldTo(Witness other) {
        return new Traversal(schedule, request, policy, availability, pruning, other, visits, shape);
    }

    /** Returns the candidates chosen for the jobspec's top level, or nothing where it cannot be met. */
    Optional<List<Candidate>> run(Seen seen) {
        return request.each ? new ExtendedTraverser(this).run() : new Traverser(this, seen).run();
    }

    @Nullable NodeClasses parcels() {
        return nodeClasses;
    }

    /** A way to explore wide vertices, where there is one. */
    @Nullable ParcelWalk parcelWalk(Traverser traverser) {
        return nodeClasses == null || outlooks == null ? null : new ParcelWalk(traverser, this, nodeClasses, outlooks);
    }

    /** Whether the vertex is exclusive if it is used for this demand or, without one, passed through. */
    boolean isExclusive(int u, @Nullable Demand matched, boolean exclusiveAbove) {
        return exclusiveAbove
                || (policy.nodeExclusive() && graph.typeId(u) == nodeType)
                || (matched != null && matched.exclusivity == Exclusivity.TRUE);
    }

    /**
     * The least part that is given of the vertex, or 0 where it is given whole: a divisible pool is given in parts
     * unless the jobspec says of it that it is exclusive, or that it is not.
     */
    public static long granule(ResourceGraph graph, int u, @Nullable Demand matched) {
        boolean counted = matched != null && matched.exclusivity == Exclusivity.UNSPECIFIED && matched.with.length == 0;
        return counted ? graph.granule(u) : 0;
    }

    /** Why the vertex is not to be entered for these demands, or null where it may be. */
    @Nullable Cause refusal(int u, int edge, Demand[] list, @Nullable Demand matched, boolean exclusive, long granule) {
        Cause refusal = pruning.refusal(u, edge, list, exclusive && granule == 0, granule);
        boolean supplied = refusal != null || matched == null || upwalk.admits(u, matched);
        return supplied ? refusal : Cause.UNSUPPLIED;
    }

    /** Whether the vertex is a node. */
    boolean isNode(int u) {
        return graph.typeId(u) == nodeType;
    }

    /** Whether the walk is in a node. */
    boolean isInNode() {
        return nodesEntered > 0;
    }

    /** The vertex is not entered for these demands. */
    void turnAway(int u, @Nullable Demand matched, Demand[] list, Cause cause) {
        if (cause == Cause.TOO_LITTLE_BELOW) {
            pruning.tellLacking(u, witness);
        }
        witness.turnedAway(u, matched, list, cause);
    }

    /** Starts the scoring of the descendants of the vertex. */
    void enter(int u) {
        if (isNode(u)) {
            nodesEntered++;
            scoring.enterNode(u);
        }
    }

    /** Ends the scoring of the descendants of the vertex. */
    void leave(int u) {
        if (isNode(u)) {
            nodesEntered--;
            scoring.leaveNode(u);
        }
    }

    /** The vertex as it is offered, with the choices below it. */
    Candidate candidate(
            int u, int edge, @Nullable Demand matched, boolean exclusive, long granule, List<Candidate> chosen) {
        long free = availability.free(u);
        return new Candidate(
                u,
                edge,
                granule == 0 ? free : free - free % granule,
                granule,
                scoring.of(u),
                exclusive || granule > 0,
                matched == null ? null : matched.label,
                matched == null ? Map.of() : matched.draws,
                chosen);
    }
}
