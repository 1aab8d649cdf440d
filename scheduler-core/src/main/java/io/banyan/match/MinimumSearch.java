package io.banyan.match;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Tries all ways to give each of several demands its minimum, by backtracking, those with the fewest options first. It
 * ends after {@link #MAX_STEPS} steps, for slots also after {@link #MAX_LOOKED_AT} candidates: a refusal within them is
 * final, except for the choices among the vertices of one site for a slot and among the descendants of a vertex.
 */
final class MinimumSearch {

    private static final int MAX_STEPS = 20_000;
    /** The most candidates that are looked at for slots: each slot that is tried looks at all of its site. */
    private static final long MAX_LOOKED_AT = 1_000_000;

    private final Claimed claimed;
    private final BiFunction<Demand, SlotSite, Optional<Candidate>> slots;
    private final List<Options> open;
    private final Map<Demand, List<Candidate>> taken = new HashMap<>();
    private int steps;
    private long lookedAt;

    /** The options that one demand can take: candidates, or of a slot the sites at which it can be made. */
    private record Options(Demand demand, List<Candidate> candidates, List<SlotSite> sites) {
        int size() {
            return candidates.size() + sites.size();
        }
    }

    /**
     * A search that has not begun.
     *
     * @param claimed by none of these demands
     * @param slots makes a slot at a site and claims its members, if possible
     */
    MinimumSearch(
            Claimed claimed,
            Collection<Demand> demands,
            Candidates found,
            Comparator<Candidate> preference,
            BiFunction<Demand, SlotSite, Optional<Candidate>> slots) {
        this.claimed = claimed;
        this.slots = slots;
        this.open = demands.stream()
                .map(demand -> new Options(demand, found.sorted(demand.key, preference), found.sitesOf(demand)))
                .sorted(Comparator.comparingInt(Options::size).thenComparingInt(it -> -it.demand().with.length))
                .toList();
    }

    /**
     * A step, with the option taken last, and the place to continue without it.
     *
     * @param place which of the demands took it
     * @param option which of its options it was
     * @param gathered the earlier amount of the demand
     * @param mark the claims before
     */
    private record Step(int place, int option, long gathered, int mark) {}

    /** Returns the candidates that each demand takes, or nothing where no way was found. */
    Optional<Map<Demand, List<Candidate>>> run() {
        // Not by recursion: there are as many steps on the way as vertices are taken.
        var way = new ArrayList<Step>();
        int place = 0;
        int from = 0;
        long gathered = 0;
        while (place < open.size()) {
            Options options = open.get(place);
            if (gathered >= options.demand().count.min()) {
                place++;
                from = 0;
                gathered = 0;
                continue;
            }
            Optional<Step> next = step(place, from, gathered);
            if (next.isPresent()) {
                Step step = next.get();
                way.add(step);
                gathered += taken(place).getLast().amount();
                from = options.demand().slot ? step.option() : step.option() + 1;
            } else if (way.isEmpty()) {
                return Optional.empty();
            } else {
                Step last = way.removeLast();
                takeBack(last);
                place = last.place();
                from = last.option() + 1;
                gathered = last.gathered();
            }
        }
        return Optional.of(taken);
    }

    /** Takes the first option from this one on that can be taken. */
    private Optional<Step> step(int place, int from, long gathered) {
        Options options = open.get(place);
        for (int i = from; i < options.size() && steps < MAX_STEPS && lookedAt < MAX_LOOKED_AT; i++) {
            steps++;
            int mark = claimed.mark();
            Optional<Candidate> next = take(options, i, gathered);
            if (next.isPresent()) {
                taken(place).add(next.get());
                return Optional.of(new Step(place, i, gathered, mark));
            }
            claimed.takeBack(mark);
        }
        return Optional.empty();
    }

    private List<Candidate> taken(int place) {
        return taken.computeIfAbsent(open.get(place).demand(), unused -> new ArrayList<>());
    }

    private void takeBack(Step step) {
        taken(step.place()).removeLast();
        claimed.takeBack(step.mark());
    }

    private Optional<Candidate> take(Options options, int i, long gathered) {
        if (options.demand().slot) {
            SlotSite site = options.sites().get(i);
            for (Demand part : Siblings.shape(options.demand())) {
                lookedAt += site.found().of(part.key).size();
            }
            return slots.apply(options.demand(), site);
        }
        Candidate candidate = options.candidates().get(i);
        long left = claimed.left(candidate);
        if (left == 0) {
            return Optional.empty();
        }
        Candidate rest = candidate.taking(left);
        Candidate part = rest.taking(rest.takenFor(options.demand().count.min() - gathered));
        claimed.add(part);
        return Optional.of(part);
    }
}
