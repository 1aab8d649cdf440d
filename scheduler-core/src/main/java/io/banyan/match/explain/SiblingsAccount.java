package io.banyan.match.explain;

import io.banyan.match.Candidate;
import io.banyan.match.Candidates;
import io.banyan.match.Claimed;
import io.banyan.match.Demand;
import io.banyan.match.Siblings;
import io.banyan.match.SlotSite;
import io.banyan.match.Taking;
import io.banyan.schedule.PoolSupply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An account of the resources that each of the siblings of one place could have beside those that the others take.
 * O(demands x taken resources x depth), and for slots about three times the cost of making them; for explanations.
 */
final class SiblingsAccount {

    /** The receiver of the account. */
    interface Books {
        /** So much of the demand the others leave in this place. */
        void left(Demand demand, long amount);

        /** So much of a vertex that the demand could have alone goes to others. */
        void toSiblings(int v, Demand demand, long amount);

        /**
         * How many slots could be made at a vertex.
         *
         * @param most no more were tried
         * @param alone if nothing else were taken
         * @param left the amount that others leave
         * @param scarcest the scarcest kind for one more
         */
        void slots(int u, Demand slot, long most, long alone, long left, Demand scarcest);
    }

    private final Siblings siblings;
    private final Taking taking;
    private final Books books;

    SiblingsAccount(Siblings siblings, Books books) {
        this.siblings = siblings;
        this.taking = siblings.taking();
        this.books = books;
    }

    /** Reports all demands. */
    void tell() {
        Map<Demand, List<Candidate>> shares = siblings.shares();
        for (Demand demand : siblings.demands()) {
            taking.goOn(taking.nothingClaimed());
            shares.forEach((other, share) -> {
                if (other != demand) {
                    claim(share);
                }
            });
            List<Candidate> own = shares.getOrDefault(demand, List.of());
            long left = demand.slot ? slots(demand, own) : vertices(demand, siblings.found(), own);
            books.left(demand, shares.containsKey(demand) ? left : Math.min(left, demand.count.min() - 1));
        }
    }

    private void claim(List<Candidate> share) {
        for (Candidate candidate : share) {
            if (candidate.vertex() < 0) {
                claim(candidate.chosen());
            } else {
                taking.claims().add(candidate);
            }
        }
    }

    /** Reports the vertices of a demand that already has some of them; returns the amount that it could have in all. */
    private long vertices(Demand demand, Candidates from, List<Candidate> own) {
        Claimed claims = taking.claims();
        int mark = claims.mark();
        claim(own);
        Map<Integer, Long> had = new HashMap<>();
        own.forEach(candidate -> had.merge(candidate.vertex(), candidate.amount(), Long::sum));
        long sum = Candidates.amountOf(own);
        List<Candidate> all = from.of(demand.key);
        Map<PoolSupply, List<Candidate>> crowdedOut = new LinkedHashMap<>();
        for (Candidate candidate : all) {
            long left = claims.left(candidate);
            long lost = candidate.amount() - left - had.getOrDefault(candidate.vertex(), 0L);
            PoolSupply scarce = lost > 0 ? claims.scarceFor(candidate) : null;
            if (scarce != null) {
                crowdedOut.computeIfAbsent(scarce, unused -> new ArrayList<>()).add(candidate);
            } else if (lost > 0) {
                books.toSiblings(candidate.vertex(), demand, lost);
            }
            if (left > 0) {
                claims.add(candidate.taking(left));
                sum += left;
            }
        }
        crowdedOut.forEach((supply, out) -> taking.tellOfCrowd(demand, all, out, supply));
        claims.takeBack(mark);
        return sum;
    }

    /** Reports the slots of a demand that already has some of them; returns the number that it could have in all. */
    private long slots(Demand slot, List<Candidate> own) {
        claim(own);
        List<SlotSite> sites = siblings.found().sitesOf(slot);
        Map<Integer, Integer> siteOf = new HashMap<>();
        for (int i = 0; i < sites.size(); i++) {
            for (Demand part : Siblings.shape(slot)) {
                for (Candidate candidate : sites.get(i).found().of(part.key)) {
                    siteOf.putIfAbsent(candidate.vertex(), i);
                }
            }
        }
        var had = new long[sites.size()];
        own.forEach(made -> had[siteOf.getOrDefault(aVertexOf(made), 0)]++);
        long sum = 0;
        for (int i = 0; i < had.length; i++) {
            sum += slots(slot, sites.get(i), slot.most, had[i]);
        }
        return sum;
    }

    private static int aVertexOf(Candidate slot) {
        Candidate first = slot.chosen().getFirst();
        return first.vertex() < 0 ? aVertexOf(first) : first.vertex();
    }

    /** Reports the slots of a site, of which some exist; claims all that can be made, and returns their number. */
    private long slots(Demand slot, SlotSite site, long asked, long there) {
        long most = Math.min(Taking.MAX_SLOTS, asked);
        Claimed claims = taking.claims();
        long left = there + made(slot, site, most - there).size();
        taking.goOn(taking.nothingClaimed());
        List<Candidate> alone = made(slot, site, most);
        taking.goOn(taking.nothingClaimed());
        Demand scarcest = members(slot, site, most);
        taking.goOn(claims);
        long could = Math.max(left, alone.size());
        PoolSupply scarce = left < could ? claims.scarceFor(alone.getFirst()) : null;
        if (scarce == null) {
            books.slots(site.place(), slot, most, could, left, scarcest);
        } else {
            books.slots(site.place(), slot, most, could, could, scarcest);
            taking.tellOfCrowd(slot, alone, alone.subList(0, (int) (could - left)), scarce);
        }
        return left;
    }

    private List<Candidate> made(Demand slot, SlotSite site, long most) {
        List<Candidate> made = new ArrayList<>();
        taking.make(slot, site, most, made, new ArrayList<>());
        return made;
    }

    /** Reports the result of the first slot at a site of its own; returns the demand with the smallest result. */
    private Demand members(Demand slot, SlotSite site, long slots) {
        Demand scarcest = slot.with[0];
        long fewest = Long.MAX_VALUE;
        for (Demand demand : slot.with) {
            boolean isSlot = demand.slot;
            long left = isSlot ? inner(demand, site, slots) : vertices(demand, site.found(), List.of());
            books.left(demand, left);
            @Nullable List<Candidate> own = isSlot ? taking.inner(demand, site) : taking.vertices(demand, site.found());
            long enoughFor = own == null ? -1 : left / demand.count.min();
            if (enoughFor < fewest) {
                fewest = enoughFor;
                scarcest = demand;
            }
        }
        return scarcest;
    }

    private long inner(Demand slot, SlotSite site, long slots) {
        int mark = taking.claims().mark();
        long left = slots(slot, site, Demand.multiply(slot.most, slots), 0);
        taking.claims().takeBack(mark);
        return left;
    }
}
