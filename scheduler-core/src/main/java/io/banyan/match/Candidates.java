package io.banyan.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The candidates found so far below a vertex, by type (or by the demands' keys, where each demand has its own), in the
 * order in which they were found; and the places at which slots can be made.
 */
public final class Candidates {

    private static final @Nullable List<Candidate>[] NONE = empty(0);

    private final int types;
    /** Made when the first candidate comes: most vertices have nothing below them. */
    private @Nullable List<Candidate>[] byType = NONE;

    private List<SlotSite> sites = List.of();
    /** By type: how much more there is than is listed, since it will not be chosen; null for nothing. */
    private long @Nullable [] unlisted;

    /** By type: runs of scores that not all listed candidates show; null for none. */
    private @Nullable Runs @Nullable [] runs;

    Candidates(int types) {
        this.types = types;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static @Nullable List<Candidate>[] empty(int types) {
        return new List[types];
    }

    void add(int typeId, Candidate candidate) {
        if (byType.length == 0) {
            byType = empty(types);
        }
        List<Candidate> list = byType[typeId];
        if (list == null) {
            list = new ArrayList<>();
            byType[typeId] = list;
        }
        list.add(candidate);
    }

    /** So much more there is of a type, which is not listed since it will not be chosen. */
    void addUnlisted(int typeId, long amount) {
        if (amount != 0) {
            long[] amounts = unlisted == null ? new long[types] : unlisted;
            amounts[typeId] = Demand.add(amounts[typeId], amount);
            unlisted = amounts;
        }
    }

    /** Returns the amount of a type beside the listed candidates. */
    long unlisted(int typeId) {
        return unlisted == null || typeId < 0 ? 0 : unlisted[typeId];
    }

    /** In runs like these are the scores of a type's candidates with those that are not listed. */
    void tell(int typeId, Runs told) {
        @Nullable Runs[] byType = runs == null ? new Runs[types] : runs;
        byType[typeId] = told;
        runs = byType;
    }

    /** The runs that the scores of a type's candidates make with those that are not listed, or null where all are. */
    @Nullable Runs runs(int typeId) {
        return runs == null || typeId < 0 ? null : runs[typeId];
    }

    void add(SlotSite site) {
        if (sites.isEmpty()) {
            sites = new ArrayList<>();
        }
        sites.add(site);
    }

    /** The places at which a slot can be made. */
    public List<SlotSite> sitesOf(Demand slot) {
        return sites.stream().filter(site -> site.slot() == slot).toList();
    }

    /** Returns these candidates in lists of their own, for what is found in one parcel. */
    Candidates copy() {
        var copy = new Candidates(types);
        for (int type = 0; type < byType.length; type++) {
            for (Candidate candidate : of(type)) {
                copy.add(type, candidate);
            }
        }
        return copy;
    }

    /** Takes over all candidates of another table, behind those of this one. */
    void merge(Candidates other) {
        for (SlotSite site : other.sites) {
            add(site);
        }
        for (int type = 0; other.unlisted != null && type < types; type++) {
            addUnlisted(type, other.unlisted[type]);
        }
        for (int type = 0; other.runs != null && type < types; type++) {
            Runs told = other.runs[type];
            if (told != null) {
                tell(type, told);
            }
        }
        if (byType.length == 0 && other.byType.length > 0) {
            byType = empty(types);
        }
        for (int type = 0; type < other.byType.length; type++) {
            List<Candidate> more = other.byType[type];
            List<Candidate> mine = byType[type];
            if (more == null) {
                continue;
            }
            if (mine == null) {
                byType[type] = more;
            } else {
                mine.addAll(more);
            }
        }
    }

    public List<Candidate> of(int typeId) {
        List<Candidate> list = typeId < 0 || byType.length == 0 ? null : byType[typeId];
        return list == null ? List.of() : list;
    }

    /** Sum of the amounts of a type, listed or not. */
    long qualified(int typeId) {
        return Demand.add(amountOf(of(typeId)), unlisted(typeId));
    }

    /** Sum of the amounts. */
    public static long amountOf(List<Candidate> candidates) {
        long sum = 0;
        for (Candidate candidate : candidates) {
            sum += candidate.amount();
        }
        return sum;
    }

    /**
     * The candidates of a type in the order of preference, to be read; equals stay in the order in which they were
     * found.
     */
    List<Candidate> sorted(int typeId, Comparator<Candidate> preference) {
        List<Candidate> found = of(typeId);
        if (found.size() < 2) {
            return found;
        }
        var sorted = new ArrayList<>(found);
        sorted.sort(preference);
        return sorted;
    }
}
