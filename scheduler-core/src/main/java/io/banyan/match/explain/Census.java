package io.banyan.match.explain;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.Candidate;
import io.banyan.match.Cause;
import io.banyan.match.Demand;
import io.banyan.match.Reason;
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
 * Records the verdict on each candidate of a request during one traversal: the first obstacle on the way to it. If the
 * traversal refuses a vertex, a separate walk finds the candidates below it, so that each vertex is visited about once:
 * O(V x demands).
 */
final class Census implements Witness {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Findings findings;
    private final Judge judge;
    private final Steps steps;
    private final VertexSet walked = VertexSet.empty();
    /** By demand: the amount in the last place. */
    private final long[] latest;

    Census(Schedule schedule, Demand.Primed request, Findings findings, Judge judge) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.findings = findings;
        this.judge = judge;
        this.steps = new Steps(graph, schedule.aggregates().dominant());
        this.latest = new long[request.all.size()];
    }

    @Override
    public void turnedAway(int u, @Nullable Demand matched, Demand[] list, Cause cause) {
        if (matched != null) {
            findings.record(u, matched, judge.of(matched, u, list, cause), -1);
        } else {
            walk(u, list, u, demand -> judge.of(demand, u, list, cause));
        }
    }

    @Override
    public void outOfPlace(int u, Demand[] list) {
        Demand named = steps.named(u, list);
        if (named != null) {
            findings.record(u, named, findings.verdict(named, Obstacle.ASKED_TWICE, ""), -1);
        } else {
            walk(u, list, -1, demand -> judge.outOfPlace(demand, u));
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
    public void found(Demand demand, long qualified, boolean enough) {
        findings.found(demand, qualified);
        latest[demand.number] = qualified;
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

    @Override
    public void made(int u, Demand slot, long count, boolean alternatives) {
        Demand scarcest = slot.with[0];
        for (Demand demand : slot.with) {
            scarcest = bundles(demand) < bundles(scarcest) ? demand : scarcest;
        }
        CandidateVerdict verdict = alternatives && count < bundles(scarcest)
                ? findings.verdict(slot, Obstacle.NOT_NEEDED, "")
                : findings.verdict(slot, Obstacle.LACKING, scarcest.name());
        long possible = Math.max(count, judge.possible(u, slot, slot.most));
        findings.record(new Findings.Slots(u, slot, possible, count, 0, verdict, -1));
    }

    /** Returns the number of slots for which the last found amount of a demand is enough. */
    private long bundles(Demand demand) {
        return latest[demand.number] / demand.count.min();
    }

    /** Gives the candidates in a subtree that the traversal does not enter their verdict. */
    private void walk(int u, Demand[] list, int above, Function<Demand, CandidateVerdict> verdict) {
        if (list.length == 0 || walked.contains(u)) {
            return;
        }
        walked.add(u);
        List<Demand> here = steps.slotsAt(u, list, false);
        for (Demand slot : here) {
            long possible = judge.possible(u, slot, slot.most);
            findings.recordFirst(new Findings.Slots(u, slot, possible, 0, 0, verdict.apply(slot), above));
        }
        Demand[] rest = here.isEmpty() ? list : steps.beside(here, list);
        for (int e = graph.firstOut(u); rest.length > 0 && e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == schedule.aggregates().dominant()) {
                int child = graph.target(e);
                Demand named = steps.named(child, rest);
                if (named != null) {
                    findings.record(child, named, verdict.apply(named), above);
                } else {
                    walk(child, rest, above, verdict);
                }
            }
        }
    }
}
