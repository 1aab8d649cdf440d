package io.banyan.match.explain;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.Candidate;
import io.banyan.match.Cause;
import io.banyan.match.Demand;
import io.banyan.match.Reason;
import io.banyan.match.Siblings;
import io.banyan.match.Steps;
import io.banyan.match.VertexSet;
import io.banyan.match.Witness;
import io.banyan.schedule.PoolSupply;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Census} of a request in which every demand is wanted for itself: a vertex is a candidate of each demand that
 * names it, and the fitting candidates of a demand are those that the others leave to it. O(V x demands), and at each
 * place the cost of {@link SiblingsAccount}.
 */
final class SiblingsCensus implements Witness {

    private final ResourceGraph graph;
    private final int dominant;
    private final Findings findings;
    private final Judge judge;
    private final VertexSet walked = VertexSet.empty();

    SiblingsCensus(Schedule schedule, Findings findings, Judge judge) {
        this.graph = schedule.graph();
        this.dominant = schedule.aggregates().dominant();
        this.findings = findings;
        this.judge = judge;
    }

    @Override
    public void turnedAway(int u, @Nullable Demand matched, Demand[] list, Cause cause) {
        if (matched != null) {
            findings.record(u, matched, judge.of(matched, u, list, cause), -1);
            return;
        }
        for (Demand demand : list) {
            walkFrom(u, demand, u, turnedAway -> judge.of(turnedAway, u, new Demand[] {demand}, cause));
        }
    }

    @Override
    public void outOfPlace(int u, Demand[] list) {
        for (Demand demand : list) {
            walkFrom(u, demand, -1, below -> judge.outOfPlace(below, u));
        }
    }

    @Override
    public void fits(int u, Demand demand) {
        findings.record(u, demand, findings.fitting(demand), -1);
    }

    @Override
    public void lacks(int u, Demand demand, Demand lacking) {
        findings.record(u, demand, findings.verdict(demand, Obstacle.LACKING, lacking.name()), -1);
    }

    @Override
    public void unsupplied(Reason reason, @Nullable PoolSupply supply) {
        judge.unsupplied(reason, supply);
    }

    @Override
    public void crowdedOut(
            Demand demand, List<Candidate> candidates, PoolSupply supply, long left, LongSupplier inAll) {
        judge.crowdedOut(demand, candidates, supply, left, inAll.getAsLong());
    }

    /**
     * Does nothing, because the results of single tried orders are not final; {@link #chose} reports the final
     * selection.
     */
    @Override
    public void found(Demand demand, long qualified, boolean enough) {}

    @Override
    public void chose(Siblings siblings) {
        new SiblingsAccount(siblings, new Books()).tell();
    }

    /** The record of the siblings of one place. */
    private final class Books implements SiblingsAccount.Books {

        @Override
        public void left(Demand demand, long amount) {
            findings.found(demand, amount);
        }

        @Override
        public void toSiblings(int v, Demand demand, long amount) {
            findings.lost(v, demand, findings.verdict(demand, Obstacle.TAKEN_BY_SIBLING, ""), amount);
        }

        @Override
        public void slots(int u, Demand slot, long most, long alone, long left, Demand scarcest) {
            long possible = Math.max(alone, judge.possible(u, slot, most));
            CandidateVerdict verdict = findings.verdict(slot, Obstacle.LACKING, scarcest.name());
            findings.record(new Findings.Slots(u, slot, possible, left, alone - left, verdict, -1));
        }
    }

    // ---- what the traversal does not enter ------------------------------------------------------------------------

    private void walkFrom(int u, Demand demand, int above, Function<Demand, CandidateVerdict> verdict) {
        walked.clear();
        walk(u, demand, above, verdict.apply(demand));
    }

    private void walk(int u, Demand demand, int above, CandidateVerdict verdict) {
        if (walked.contains(u)) {
            return;
        }
        walked.add(u);
        boolean spans = demand.inNode && graph.typeId(u) == graph.types().id("node");
        if (demand.slot && (spans || Steps.hasChildrenFor(graph, dominant, u, Siblings.shape(demand)))) {
            long possible = judge.possible(u, demand, demand.most);
            findings.recordFirst(new Findings.Slots(u, demand, possible, 0, 0, verdict, above));
            return;
        }
        for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == dominant && !demand.slot && graph.typeId(child) == demand.typeId) {
                findings.record(child, demand, verdict, above);
            } else if (graph.subsystem(e) == dominant) {
                walk(child, demand, above, verdict);
            }
        }
    }
}
