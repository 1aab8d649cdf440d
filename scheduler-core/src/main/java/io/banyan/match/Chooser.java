package io.banyan.match;

import io.banyan.jobspec.Count;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.shape.ShapedNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the candidates that were found below one vertex, by preference: for a demand, for the slots that can be
 * made there, for slots that stand in for each other. Each candidate belongs to one demand.
 */
public final class Chooser {

    /** The most slots that are made in one place; only of divisible pools could there be more. */
    static final int MAX_SLOTS = 1_000_000;

    private final MatchPolicy policy;
    private final Scoring scoring;
    private final Upwalk upwalk;
    private final Witness witness;
    private final @Nullable ShapedNodes shape;

    Chooser(MatchPolicy policy, Scoring scoring, Upwalk upwalk, Witness witness) {
        this(policy, scoring, upwalk, witness, null);
    }

    /** Creates a chooser that chooses nodes by shape, where there is one. */
    Chooser(MatchPolicy policy, Scoring scoring, Upwalk upwalk, Witness witness, @Nullable ShapedNodes shape) {
        this.shape = shape;
        this.policy = policy;
        this.scoring = scoring;
        this.upwalk = upwalk;
        this.witness = witness;
    }

    /** Makes as many slots from the candidates below the vertex as the candidates allow, the best candidates first. */
    void slots(int u, Demand slot, Candidates found, Candidates up) {
        int kinds = slot.with.length;
        var draws = new Draw[kinds];
        // Contiguity is judged over all slots that could be made; any other policy would choose the first ones anyway.
        // Where
        // something is left unlisted the first ones will do here as well.
        boolean all = policy.ranking() == MatchPolicy.Ranking.LOCALITY
                && Arrays.stream(slot.with).allMatch(kind -> found.unlisted(kind.typeId) == 0);
        long slots = all ? Long.MAX_VALUE : slot.most;
        for (int i = 0; i < kinds; i++) {
            Demand demand = slot.with[i];
            List<Candidate> fitting = shaped(
                    demand,
                    slot.count,
                    demand.count.min(),
                    upwalk.together(demand, found.sorted(demand.typeId, scoring.preference()), List.of()));
            long qualified = Demand.add(Candidates.amountOf(fitting), found.unlisted(demand.typeId));
            long share = demand.count.calc(qualified);
            witness.found(demand, qualified, share > 0);
            draws[i] = new Draw(fitting, share);
            slots = Math.min(slots, share == 0 ? 0 : draws[i].bundles());
        }
        offer(u, slot, made(draws, slots), up);
    }

    /** Offers slots that were made from candidates below the vertex, as far as they can be had together. */
    void offer(int u, Demand slot, List<Candidate> made, Candidates up) {
        witness.made(u, slot, made.size(), false);
        for (Candidate candidate : upwalk.together(slot, made, List.of())) {
            up.add(slot.typeId, candidate);
        }
    }

    /** So many slots, the best candidates first. */
    static List<Candidate> made(Draw[] draws, long slots) {
        long count = Math.min(slots, MAX_SLOTS);
        var made = new ArrayList<Candidate>((int) Math.min(count, 16));
        for (long s = 0; s < count; s++) {
            var members = new ArrayList<Candidate>(draws.length);
            long score = 1;
            for (Draw draw : draws) {
                score += draw.next(members);
            }
            made.add(Candidate.slot(score, members));
        }
        return made;
    }

    /**
     * Makes slots that stand in for each other from the candidates below the vertex: each that is made is any of them.
     */
    void alternatives(int u, List<Demand> slots, Candidates found, Candidates up) {
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
            Demand kind = slot.with[k];
            Draw draw = draws.computeIfAbsent(
                    kind.typeId,
                    type -> new Draw(upwalk.together(kind, found.sorted(type, scoring.preference()), List.of()), 1));
            if (!draw.has(shares[k])) {
                return null;
            }
            score += draw.next(shares[k], members);
        }
        return Candidate.slot(score, members);
    }

    /**
     * Chooses as much of a demand as its count takes, beside the earlier choices; or nothing, where there is too
     * little.
     */
    boolean choose(Demand demand, Candidates found, Comparator<Candidate> preference, List<Candidate> chosen) {
        List<Candidate> fitting = shaped(
                demand, demand.count, 1, upwalk.together(demand, found.sorted(demand.typeId, preference), chosen));
        long qualified = Demand.add(Candidates.amountOf(fitting), found.unlisted(demand.typeId));
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

    /** The candidates by the shape of the nodes, where the demand is for nodes and the policy has a shape. */
    private List<Candidate> shaped(Demand demand, Count count, long share, List<Candidate> fitting) {
        if (shape == null || !shape.choose(demand.typeId)) {
            return fitting;
        }
        witness.shaped(demand, shape.requirement());
        return shape.partition(fitting, Candidate::vertex, count, share);
    }

    /** The demands of a level that are to be met: of several slots, which are alternatives, the last has the count. */
    public static List<Demand> required(Demand[] list) {
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
