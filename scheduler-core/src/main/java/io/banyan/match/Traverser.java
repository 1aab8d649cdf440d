package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Exclusivity;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One depth-first walk over the dominant subsystem that collects candidates for a primed jobspec, chooses among them at
 * each level that the jobspec names, and carries them up through levels that it leaves out.
 */
final class Traverser {

    /** As many slots are made in one place; only of divisible pools could there be more. */
    private static final int MAX_SLOTS = 1_000_000;

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Demand.Primed request;
    private final MatchPolicy policy;
    private final Availability availability;
    private final Pruning pruning;
    private final Scoring scoring;
    private final Steps steps;
    private final Upwalk upwalk;
    private final Witness witness;
    private final Visits visits;
    private final Seen seen;
    private final int dominant;
    private final int nodeType;
    private final int types;

    Traverser(
            Schedule schedule,
            Demand.Primed request,
            MatchPolicy policy,
            Availability availability,
            Pruning pruning,
            Witness witness,
            Visits visits,
            Seen seen) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.request = request;
        this.policy = policy;
        this.availability = availability;
        this.pruning = pruning;
        this.scoring = new Scoring(graph, policy);
        this.witness = witness;
        this.upwalk = new Upwalk(schedule, request, availability, witness);
        this.visits = visits;
        this.seen = seen;
        this.dominant = schedule.aggregates().dominant();
        this.steps = new Steps(graph, dominant);
        this.nodeType = graph.types().id("node");
        this.types = graph.types().size();
    }

    /** What was chosen for the jobspec's top level, or nothing where it cannot be met. */
    Optional<List<Candidate>> run() {
        seen.begin();
        Optional<List<Candidate>> chosen = walk();
        if (chosen.isEmpty() && schedule.aggregates().hasSeveralParents() && request.isChain()) {
            seen.beginAgain();
            chosen = walk();
        }
        return chosen;
    }

    private Optional<List<Candidate>> walk() {
        int root = schedule.aggregates().root();
        var found = new Candidates(types);
        visits.reset();
        if (root >= 0) {
            visit(root, -1, request.top, true, false, found);
        }
        var chosen = new ArrayList<Candidate>();
        boolean met = true;
        for (Demand demand : required(request.top)) {
            met &= choose(demand, found, Preference.atTop(policy, scoring, graph, found, demand), chosen);
        }
        return met ? Optional.of(chosen) : Optional.empty();
    }

    private boolean visit(int u, int edge, Demand[] list, boolean pristine, boolean exclusiveAbove, Candidates up) {
        Steps.Step step = steps.into(u, list, pristine);
        visits.arrived();
        if (step == null) {
            witness.outOfPlace(u, list);
            return false;
        }
        Demand matched = step.matched;
        boolean exclusive = exclusiveAbove
                || (policy.nodeExclusive() && graph.typeId(u) == nodeType)
                || (matched != null && matched.exclusivity == Exclusivity.TRUE);
        long granule = granule(graph, u, matched);
        Cause refusal = pruning.refusal(u, edge, list, exclusive && granule == 0, granule);
        if (refusal == null && matched != null && !upwalk.admits(u, matched)) {
            refusal = Cause.UNSUPPLIED;
        }
        if (refusal != null) {
            witness.turnedAway(u, matched, list, refusal);
            return false;
        }
        seen.add(u, list);
        boolean node = graph.typeId(u) == nodeType;
        if (node) {
            scoring.enterNode(u);
        }
        var found = new Candidates(types);
        if (step.slots.size() > 1) {
            buildAlternatives(u, step.slots, found);
        } else if (step.slots.size() == 1) {
            buildSlots(u, step.slots.getFirst(), found);
            exploreBeside(u, step, exclusive, found);
        } else {
            explore(u, step.next, 1, step.pristine, exclusive, found);
        }
        if (node) {
            scoring.leaveNode(u);
        }
        return report(u, edge, matched, exclusive, granule, found, up);
    }

    /**
     * The least part that is given of the vertex, or 0 where it is given whole: a divisible pool is given in parts unless
     * the jobspec says of it that it is exclusive, or that it is not.
     */
    static long granule(ResourceGraph graph, int u, @Nullable Demand matched) {
        boolean counted = matched != null && matched.exclusivity == Exclusivity.UNSPECIFIED && matched.with.length == 0;
        return counted ? graph.granule(u) : 0;
    }

    /** Chooses below a vertex that the jobspec names, or passes the candidates on, and offers the vertex itself. */
    private boolean report(
            int u,
            int edge,
            @Nullable Demand matched,
            boolean exclusive,
            long granule,
            Candidates found,
            Candidates up) {
        var chosen = new ArrayList<Candidate>();
        if (matched != null) {
            boolean met = true;
            for (Demand demand : required(matched.with)) {
                if (!choose(demand, found, scoring.preference(), chosen)) {
                    witness.lacks(u, matched, demand);
                    met = false;
                }
            }
            if (!met) {
                return false;
            }
            witness.fits(u, matched);
        }
        if (matched == null || matched.with.length == 0) {
            up.merge(found);
        }
        String label = matched == null ? null : matched.label;
        Map<ResourceType, Long> draws = matched == null ? Map.of() : matched.draws;
        long free = availability.free(u);
        long amount = granule == 0 ? free : free - free % granule;
        boolean held = exclusive || granule > 0;
        up.add(graph.typeId(u), new Candidate(u, edge, amount, granule, scoring.of(u), held, label, draws, chosen));
        visits.finished();
        return true;
    }

    private void explore(int u, Demand[] list, long needed, boolean pristine, boolean exclusive, Candidates found) {
        if (!policy.stopEarly()) {
            for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
                if (graph.subsystem(e) == dominant && !seen.contains(graph.target(e), list)) {
                    visit(graph.target(e), e, list, pristine, exclusive, found);
                }
            }
            return;
        }
        var shares = new Shares(list, needed, upwalk.account());
        for (int e : schedule.childOrder().of(u)) {
            int child = graph.target(e);
            if (seen.contains(child, list) || shares.hasEnoughOf(graph.typeId(child))) {
                continue;
            }
            if (visit(child, e, list, pristine, exclusive, found)) {
                shares.count(found);
                if (shares.hasEnough()) {
                    return;
                }
            }
        }
    }

    /**
     * What the jobspec names beside a slot, such as licences beside the slots of nodes. Fluxion looks at the slot alone;
     * so does this where the graph has no pool that is given in parts.
     */
    private void exploreBeside(int u, Steps.Step step, boolean exclusive, Candidates found) {
        if (!graph.hasDivisible() || step.next.length == step.slots.size()) {
            return;
        }
        Demand[] beside =
                Arrays.stream(step.next).filter(demand -> !demand.slot).toArray(Demand[]::new);
        explore(u, beside, 1, step.matched == null, exclusive, found);
    }

    /** Makes as many slots below the vertex as the candidates allow, the best candidates first. */
    private void buildSlots(int u, Demand slot, Candidates up) {
        var found = new Candidates(types);
        explore(u, slot.with, slot.most, false, true, found);
        int kinds = slot.with.length;
        var draws = new Draw[kinds];
        // Contiguity is judged over all slots that could be made; any other policy would choose the first ones anyway.
        long slots = policy.ranking() == MatchPolicy.Ranking.LOCALITY ? Long.MAX_VALUE : slot.most;
        for (int i = 0; i < kinds; i++) {
            Demand demand = slot.with[i];
            List<Candidate> fitting = upwalk.together(found.sorted(demand.typeId, scoring.preference()), List.of());
            long qualified = Candidates.amountOf(fitting);
            long share = demand.count.calc(qualified);
            witness.found(demand, qualified, share > 0);
            draws[i] = new Draw(fitting, share);
            slots = Math.min(slots, share == 0 ? 0 : draws[i].bundles());
        }
        slots = Math.min(slots, MAX_SLOTS);
        var made = new ArrayList<Candidate>();
        for (long s = 0; s < slots; s++) {
            var members = new ArrayList<Candidate>();
            long score = 1;
            for (Draw draw : draws) {
                score += draw.next(members);
            }
            made.add(Candidate.slot(score, members));
        }
        List<Candidate> fitting = upwalk.together(made, List.of());
        fitting.forEach(candidate -> up.add(slot.typeId, candidate));
        witness.made(u, slot, fitting.size(), false);
    }

    /** Makes as many slots as the candidates allow, each of any of the alternatives. */
    private void buildAlternatives(int u, List<Demand> slots, Candidates up) {
        var found = new Candidates(types);
        explore(u, Alternatives.union(slots), slots.getLast().most, false, true, found);
        for (Demand slot : slots) {
            for (Demand demand : slot.with) {
                long qualified = found.qualified(demand.typeId);
                witness.found(demand, qualified, demand.count.calc(qualified) > 0);
            }
        }
        long[] plan = Alternatives.plan(slots, found);
        Map<Integer, Draw> draws = new HashMap<>();
        boolean enough = true;
        for (int a = 0; a < plan.length; a++) {
            Demand slot = slots.get(a);
            long[] shares = Alternatives.sharesOf(slot, found);
            long made = 0;
            while (enough && made < plan[a]) {
                Candidate drawn = drawAlternative(slot, shares, draws, found);
                if (drawn == null) {
                    enough = false;
                } else {
                    up.add(slot.typeId, drawn);
                    made++;
                }
            }
            witness.made(u, slot, made, true);
        }
    }

    private @Nullable Candidate drawAlternative(
            Demand slot, long[] shares, Map<Integer, Draw> draws, Candidates found) {
        var members = new ArrayList<Candidate>();
        long score = 1;
        for (int k = 0; k < shares.length; k++) {
            Draw draw = draws.computeIfAbsent(
                    slot.with[k].typeId,
                    type -> new Draw(upwalk.together(found.sorted(type, scoring.preference()), List.of()), 1));
            if (!draw.has(shares[k])) {
                return null;
            }
            score += draw.next(shares[k], members);
        }
        return Candidate.slot(score, members);
    }

    private boolean choose(
            Demand demand, Candidates found, java.util.Comparator<Candidate> preference, List<Candidate> chosen) {
        List<Candidate> fitting = upwalk.together(found.sorted(demand.typeId, preference), chosen);
        long qualified = Candidates.amountOf(fitting);
        long count = demand.count.calc(qualified);
        witness.found(demand, qualified, count > 0);
        if (count == 0) {
            return false;
        }
        long gathered = 0;
        for (Candidate candidate : fitting) {
            if (gathered >= count) {
                break;
            }
            long taken = candidate.takenFor(count - gathered);
            gathered += taken;
            chosen.add(candidate.taking(taken));
        }
        return true;
    }

    /** The demands of a level that are to be met: of several slots, which are alternatives, the last has the count. */
    private static List<Demand> required(Demand[] list) {
        var required = new ArrayList<Demand>();
        Demand slot = null;
        for (Demand demand : list) {
            if (demand.slot) {
                slot = demand;
            } else {
                required.add(demand);
            }
        }
        if (slot != null) {
            required.add(slot);
        }
        return required;
    }
}
