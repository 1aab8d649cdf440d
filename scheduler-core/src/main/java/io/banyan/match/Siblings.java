package io.banyan.match;

import io.banyan.prune.Aggregates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses for all demands of one level, so that no two of them take the same candidate. One after the other, they take
 * the candidates that the fewest of them could use, among those the best. If one order fails, the others are tried, and
 * then each demand takes no more than its minimum. For up to {@link #MAX_ORDERED} demands all orders are tried; if none
 * succeeds, {@link MinimumSearch} searches any solution. O(orders x (candidates x log + slots x candidates x depth)),
 * and at most as many steps as the search takes.
 */
public final class Siblings {

    private static final int MAX_ORDERED = 4;

    private final Witness witness;
    private final Comparator<Candidate> preference;
    private final List<Demand> demands;
    private final Candidates found;
    private final Taking taking;
    /** The candidates that each demand takes, where the demands could choose. */
    private Map<Demand, List<Candidate>> chosen = Map.of();
    /** Which of them found too little when they took in the order of the jobspec, and how much it found. */
    private @Nullable Demand lacking;

    private long lackingFound;

    Siblings(
            Aggregates aggregates,
            Availability availability,
            Comparator<Candidate> preference,
            Witness witness,
            Upwalk upwalk,
            Demand[] demands,
            Candidates found) {
        this.witness = witness;
        this.preference = preference;
        this.demands = List.of(demands);
        this.found = found;
        this.taking = new Taking(aggregates, availability, preference, witness, upwalk, this.demands, found);
    }

    /** Returns the candidates that the demands take, in their order, or nothing where one of them lacks something. */
    Optional<List<Candidate>> choose() {
        Optional<Map<Demand, List<Candidate>>> found = find();
        chosen = found.orElseGet(Map::of);
        witness.chose(this);
        return found.map(this::inOrder);
    }

    private Optional<Map<Demand, List<Candidate>>> find() {
        for (boolean onlyLeast : new boolean[] {false, true}) {
            for (List<Demand> order : orders(demands)) {
                Map<Demand, List<Candidate>> taken = takeAll(order, onlyLeast);
                if (taken.size() == demands.size()) {
                    return Optional.of(taken);
                }
            }
        }
        return demands.size() == 1 ? Optional.empty() : anyWay();
    }

    /** Which of them found too little in the order of the jobspec, where they could not choose. */
    Demand lacking() {
        return Objects.requireNonNull(lacking, "The siblings have chosen.");
    }

    /** How much the others left of it; nothing where all of them could choose. */
    OptionalLong lackingFound() {
        return lacking == null || !chosen.isEmpty() ? OptionalLong.empty() : OptionalLong.of(lackingFound);
    }

    private List<Candidate> inOrder(Map<Demand, List<Candidate>> taken) {
        return demands.stream()
                .flatMap(demand -> taken.getOrDefault(demand, List.of()).stream())
                .toList();
    }

    private Optional<Map<Demand, List<Candidate>>> anyWay() {
        taking.begin(true);
        return new MinimumSearch(
                        taking.claims(),
                        demands,
                        found,
                        preference,
                        (slot, site) -> Optional.ofNullable(taking.slot(slot, site)))
                .run();
    }

    /** The order of the jobspec first. */
    private static List<List<Demand>> orders(List<Demand> demands) {
        if (demands.size() <= 1) {
            return List.of(demands);
        }
        if (demands.size() > MAX_ORDERED) {
            return List.of(demands, demands.reversed());
        }
        List<List<Demand>> orders = new ArrayList<>();
        for (int i = 0; i < demands.size(); i++) {
            List<Demand> rest = new ArrayList<>(demands);
            Demand first = rest.remove(i);
            for (List<Demand> others : orders(rest)) {
                List<Demand> order = new ArrayList<>(List.of(first));
                order.addAll(others);
                orders.add(order);
            }
        }
        return orders;
    }

    private Map<Demand, List<Candidate>> takeAll(List<Demand> order, boolean least) {
        taking.begin(least);
        Map<Demand, List<Candidate>> taken = new HashMap<>();
        for (Demand demand : order) {
            List<Candidate> own = taking.take(demand);
            if (own == null) {
                lacking(order, demand);
                return taken;
            }
            taken.put(demand, own);
        }
        return taken;
    }

    private void lacking(List<Demand> order, Demand demand) {
        if (order.equals(demands)) {
            lacking = demand;
            lackingFound = taking.lastFound();
        }
    }

    // ---- for explanations -----------------------------------------------------------------------------------------

    public List<Demand> demands() {
        return demands;
    }

    /** The candidates that the demands chose from. */
    public Candidates found() {
        return found;
    }

    /** How each of them takes. */
    public Taking taking() {
        return taking;
    }

    /**
     * Returns the candidates that each demand takes: all where they could choose, else each its minimum in the order of
     * the jobspec, if it can.
     */
    public Map<Demand, List<Candidate>> shares() {
        if (!chosen.isEmpty()) {
            return chosen;
        }
        taking.begin(true);
        Map<Demand, List<Candidate>> shares = new HashMap<>();
        for (Demand demand : demands) {
            List<Candidate> own = taking.take(demand);
            if (own != null) {
                shares.put(demand, own);
            }
        }
        return shares;
    }

    /** The vertices that a slot is made of, those of the slots directly in it among them. */
    public static List<Demand> shape(Demand slot) {
        return Arrays.stream(slot.with)
                .flatMap(demand -> demand.slot ? shape(demand).stream() : Stream.of(demand))
                .toList();
    }
}
