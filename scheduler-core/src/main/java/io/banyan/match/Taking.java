package io.banyan.match;

import io.banyan.prune.Aggregates;
import io.banyan.schedule.PoolSupply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way in which one of several siblings takes from the remaining resources: vertices, first those that the fewest
 * siblings could use, then the best; or slots, at one site after the other. Taken resources are claimed, so that no
 * other sibling takes them.
 */
public final class Taking {

    /** The maximum number of slots that are made for one demand. */
    public static final int MAX_SLOTS = 1_000_000;

    private final Aggregates aggregates;
    private final Availability availability;
    private final Comparator<Candidate> preference;
    private final Witness witness;
    private final Upwalk upwalk;
    private final Candidates found;
    /** By vertex: how many of the demands it is a candidate for. */
    private final Map<Integer, Integer> uses = new HashMap<>();

    /** By place and key. */
    private final Map<Candidates, Map<Integer, List<Candidate>>> sorted = new HashMap<>();

    private Claimed claimed;
    private boolean least;
    /** The amount that the last demand found. */
    private long counted;

    /** Nothing taken yet by any of the demands. */
    Taking(
            Aggregates aggregates,
            Availability availability,
            Comparator<Candidate> preference,
            Witness witness,
            Upwalk upwalk,
            List<Demand> demands,
            Candidates found) {
        this.aggregates = aggregates;
        this.availability = availability;
        this.preference = preference;
        this.witness = witness;
        this.upwalk = upwalk;
        this.found = found;
        this.claimed = nothingClaimed();
        for (Demand demand : demands) {
            Set<Integer> vertices = new HashSet<>();
            found.of(demand.key).forEach(candidate -> vertices.add(candidate.vertex()));
            found.sitesOf(demand).forEach(site -> collect(site, vertices));
            vertices.forEach(v -> uses.merge(v, 1, Integer::sum));
        }
    }

    private static void collect(SlotSite site, Set<Integer> vertices) {
        for (Demand inner : Siblings.shape(site.slot())) {
            site.found().of(inner.key).forEach(candidate -> vertices.add(candidate.vertex()));
        }
    }

    /** Resets the taking: nothing is taken, and each demand takes its minimum only or the amount of its count. */
    void begin(boolean onlyLeast) {
        least = onlyLeast;
        claimed = nothingClaimed();
    }

    /** Takes the count of a demand; or null, and then nothing is taken. */
    @Nullable List<Candidate> take(Demand demand) {
        return demand.slot ? slots(demand) : vertices(demand, found);
    }

    /** Takes vertices for a demand; or null, and then nothing is taken. */
    public @Nullable List<Candidate> vertices(Demand demand, Candidates from) {
        List<Candidate> candidates = sorted(demand, from);
        // All of them are looked at only where more may be taken, or where there is too little.
        boolean fixed = least || demand.count.isExact();
        long count = fixed ? demand.count.min() : demand.count.calc(left(candidates));
        int mark = claimed.mark();
        List<Candidate> own = new ArrayList<>();
        long gathered = gather(candidates, count, own);
        boolean enough = count > 0 && gathered >= count;
        if (!enough) {
            claimed.takeBack(mark);
        }
        counted = enough ? gathered : left(candidates);
        witness.found(demand, counted, enough);
        return enough ? own : null;
    }

    private long gather(List<Candidate> candidates, long count, List<Candidate> own) {
        long gathered = 0;
        for (int i = 0; i < candidates.size() && gathered < count; i++) {
            Candidate candidate = candidates.get(i);
            long left = claimed.left(candidate);
            if (left > 0) {
                Candidate rest = candidate.taking(left);
                Candidate part = rest.taking(rest.takenFor(count - gathered));
                gathered += part.amount();
                claimed.add(part);
                own.add(part);
            }
        }
        return gathered;
    }

    private long left(List<Candidate> candidates) {
        long sum = 0;
        for (Candidate candidate : candidates) {
            sum += claimed.left(candidate);
        }
        return sum;
    }

    /**
     * Returns the candidates for a demand, first those that the fewest demands could use, and among these the best
     * first.
     */
    private List<Candidate> sorted(Demand demand, Candidates from) {
        return sorted.computeIfAbsent(from, unused -> new HashMap<>()).computeIfAbsent(demand.key, key -> {
            Comparator<Candidate> leastUsed =
                    Comparator.comparingInt(candidate -> uses.getOrDefault(candidate.vertex(), 1));
            return from.sorted(key, leastUsed.thenComparing(preference));
        });
    }

    private long count(Demand demand, long qualified) {
        if (least) {
            return qualified >= demand.count.min() ? demand.count.min() : 0;
        }
        return demand.count.calc(qualified);
    }

    /** Makes as many slots as the demand takes, at one site after the other, the best first. */
    private @Nullable List<Candidate> slots(Demand slot) {
        List<Candidate> made = new ArrayList<>();
        List<Integer> marks = new ArrayList<>(List.of(claimed.mark()));
        long most = Math.min(MAX_SLOTS, least ? slot.count.min() : slot.most);
        for (SlotSite site : ranked(slot)) {
            make(slot, site, most, made, marks);
        }
        long count = count(slot, made.size());
        witness.found(slot, made.size(), count > 0);
        claimed.takeBack(marks.get((int) count));
        counted = made.size();
        return count > 0 ? List.copyOf(made.subList(0, (int) count)) : null;
    }

    /** Makes slots at a site until there are so many, or no more can be made. */
    public void make(Demand slot, SlotSite site, long most, List<Candidate> made, List<Integer> marks) {
        Candidate next = made.size() < most ? slot(slot, site) : null;
        while (next != null) {
            made.add(next);
            marks.add(claimed.mark());
            next = made.size() < most ? slot(slot, site) : null;
        }
    }

    /** The sites at which one could be made now, those first that the fewest demands use, then the best. */
    private List<SlotSite> ranked(Demand slot) {
        record Ranked(SlotSite site, Candidate first, int uses) {}
        List<Ranked> ranked = new ArrayList<>();
        for (SlotSite site : found.sitesOf(slot)) {
            int mark = claimed.mark();
            Candidate first = slot(slot, site);
            if (first != null) {
                int most = first.chosen().stream()
                        .mapToInt(member -> uses.getOrDefault(member.vertex(), 1))
                        .max()
                        .orElse(1);
                ranked.add(new Ranked(site, first, most));
            }
            claimed.takeBack(mark);
        }
        Comparator<Ranked> leastUsed = Comparator.comparingInt(Ranked::uses);
        ranked.sort(leastUsed.thenComparing(Ranked::first, preference));
        return ranked.stream().map(Ranked::site).toList();
    }

    /** Returns one slot from the remaining candidates at a site, claimed; or null, and then nothing is claimed. */
    @Nullable Candidate slot(Demand slot, SlotSite site) {
        int mark = claimed.mark();
        List<Candidate> members = new ArrayList<>();
        for (Demand demand : slot.with) {
            List<Candidate> taken = demand.slot ? inner(demand, site) : vertices(demand, site.found());
            if (taken == null) {
                claimed.takeBack(mark);
                return null;
            }
            members.addAll(taken);
        }
        long score = 1 + members.stream().mapToLong(Candidate::score).sum();
        return Candidate.slot(score, members);
    }

    /** The slots directly in a slot, made at the same site. */
    public @Nullable List<Candidate> inner(Demand slot, SlotSite site) {
        List<Candidate> made = new ArrayList<>();
        List<Integer> marks = new ArrayList<>(List.of(claimed.mark()));
        make(slot, site, Math.min(MAX_SLOTS, least ? slot.count.min() : slot.most), made, marks);
        long count = count(slot, made.size());
        witness.found(slot, made.size(), count > 0);
        claimed.takeBack(marks.get((int) count));
        return count > 0 ? List.copyOf(made.subList(0, (int) count)) : null;
    }

    /** Returns the amount that the last demand found among the remaining resources. */
    long lastFound() {
        return counted;
    }

    public Claimed nothingClaimed() {
        return new Claimed(aggregates, availability, upwalk.account());
    }

    /** Returns the claims that the demands have made so far. */
    public Claimed claims() {
        return claimed;
    }

    /** Goes on with these claims. */
    public void goOn(Claimed claims) {
        claimed = claims;
    }

    /** Reports how much all of these candidates draw from a supply, and how much the supply has left. */
    public void tellOfCrowd(Demand demand, List<Candidate> all, List<Candidate> crowdedOut, PoolSupply supply) {
        witness.crowdedOut(demand, crowdedOut, supply, upwalk.left(supply), () -> upwalk.drawn(all, supply));
    }
}
