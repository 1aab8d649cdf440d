package io.banyan.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The candidates found so far below a vertex, by type (or by the demands' keys, where each demand has its own), in the
 * order in which they were found; and the places at which slots can be made.
 */
final class Candidates {

    private final @Nullable List<Candidate>[] byType;
    private final List<Site> sites = new ArrayList<>();

    @SuppressWarnings({"unchecked", "rawtypes"})
    Candidates(int types) {
        byType = new List[types];
    }

    void add(int typeId, Candidate candidate) {
        List<Candidate> list = byType[typeId];
        if (list == null) {
            list = new ArrayList<>();
            byType[typeId] = list;
        }
        list.add(candidate);
    }

    void add(Site site) {
        sites.add(site);
    }

    /** The places at which a slot can be made. */
    List<Site> sitesOf(Demand slot) {
        return sites.stream().filter(site -> site.slot() == slot).toList();
    }

    /** Takes over all candidates of another table, behind those of this one. */
    void merge(Candidates other) {
        sites.addAll(other.sites);
        for (int type = 0; type < byType.length; type++) {
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

    List<Candidate> of(int typeId) {
        List<Candidate> list = typeId < 0 ? null : byType[typeId];
        return list == null ? List.of() : list;
    }

    /** Sum of the amounts of a type. */
    long qualified(int typeId) {
        long sum = 0;
        for (Candidate candidate : of(typeId)) {
            sum += candidate.amount();
        }
        return sum;
    }

    /** The candidates of a type in the order of preference; equals stay in the order in which they were found. */
    List<Candidate> sorted(int typeId, Comparator<Candidate> preference) {
        var sorted = new ArrayList<>(of(typeId));
        sorted.sort(preference);
        return sorted;
    }
}
