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
 * Tries all ways to give each of several demands its minimum, by backtracking, those with the fewest options first. It ends
 * after {@link #MAX_STEPS} steps: a no within them is final, but for the choice among the vertices of one site of which a
 * slot is made and among what lies below a vertex.
 */
final class Sharing {

    private static final int MAX_STEPS = 20_000;

    private final Claimed claimed;
    private final BiFunction<Demand, Site, Optional<Candidate>> slots;
    private final List<Options> open;
    private final Map<Demand, List<Candidate>> taken = new HashMap<>();
    private int steps;

    /** What one demand can take: candidates, or of a slot the sites at which it can be made. */
    private record Options(Demand demand, List<Candidate> candidates, List<Site> sites) {
        int size() {
            return candidates.size() + sites.size();
        }
    }

    /**
     * A search that has not begun.
     *
     * @param claimed by none of these demands
     * @param slots makes a slot at a site and claims what it is made of, where it can
     */
    Sharing(
            Claimed claimed,
            Collection<Demand> demands,
            Candidates found,
            Comparator<Candidate> preference,
            BiFunction<Demand, Site, Optional<Candidate>> slots) {
        this.claimed = claimed;
        this.slots = slots;
        this.open = demands.stream()
                .map(demand -> new Options(demand, found.sorted(demand.key, preference), found.sitesOf(demand)))
                .sorted(Comparator.comparingInt(Options::size).thenComparingInt(it -> -it.demand().with.length))
                .toList();
    }

    /** What each demand takes, or nothing where no way was found. */
    Optional<Map<Demand, List<Candidate>>> run() {
        return find(0, 0, 0) ? Optional.of(taken) : Optional.empty();
    }

    /** Goes on with the demand at this place, which has gathered so much and takes none of its options before this one. */
    private boolean find(int place, int from, long gathered) {
        if (place == open.size()) {
            return true;
        }
        Options options = open.get(place);
        if (gathered >= options.demand().count.min()) {
            return find(place + 1, 0, 0);
        }
        List<Candidate> mine = taken.computeIfAbsent(options.demand(), unused -> new ArrayList<>());
        for (int i = from; i < options.size() && steps < MAX_STEPS; i++) {
            steps++;
            int mark = claimed.mark();
            Optional<Candidate> next = take(options, i, gathered);
            if (next.isPresent()) {
                mine.add(next.get());
                boolean again = options.demand().slot;
                if (find(place, again ? i : i + 1, gathered + next.get().amount())) {
                    return true;
                }
                mine.removeLast();
            }
            claimed.takeBack(mark);
        }
        return false;
    }

    private Optional<Candidate> take(Options options, int i, long gathered) {
        if (options.demand().slot) {
            return slots.apply(options.demand(), options.sites().get(i));
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
