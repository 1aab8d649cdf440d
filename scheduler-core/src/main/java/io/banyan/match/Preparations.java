package io.banyan.match;

import io.banyan.graph.Types;
import io.banyan.jobspec.Jobspec;
import io.banyan.schedule.Supplies;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a matcher found out about jobspecs before it looked at any vertex, kept for the next time that the same object is matched. It holds
 * as long as the graph knows no other types. When {@link #MOST} are kept, all are forgotten.
 */
final class Preparations {
    static final int MOST = 1_000;

    /**
     * One jobspec, checked and primed.
     *
     * @param policy by which it is matched
     * @param variants the requests that it stands for
     */
    record Prepared(MatchPolicy policy, List<Demand.Primed> variants) {
        Prepared {
            variants = List.copyOf(variants);
        }
    }

    private final Types types;
    private final Supplies supplies;
    private final IdentityHashMap<Jobspec, Prepared> known = new IdentityHashMap<>();
    private int typesThen;
    private int suppliesThen;

    Preparations(Types types, Supplies supplies) {
        this.types = types;
        this.supplies = supplies;
    }

    /** What is known of the jobspec, or null. */
    @Nullable Prepared find(Jobspec jobspec) {
        if (typesThen != types.size() || suppliesThen != supplies.typesSeen()) {
            known.clear();
        }
        return known.get(jobspec);
    }

    Prepared keep(Jobspec jobspec, Prepared prepared) {
        if (known.size() == MOST) {
            known.clear();
        }
        typesThen = types.size();
        suppliesThen = supplies.typesSeen();
        known.put(jobspec, prepared);
        return prepared;
    }
}
