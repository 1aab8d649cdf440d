package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.schedule.Supplies;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a matcher found out about jobspecs before it looked at any vertex, kept for the next time that the same object is matched. It holds
 * as long as the graph knows no other types, and has pools that are given in parts or not, as before. When {@link #MOST} are kept, all are forgotten.
 */
final class Preparations {
    static final int MOST = 1_000;

    /**
     * One jobspec, checked and primed.
     *
     * @param policy by which it is matched
     * @param question what it asks, which it may have in common with others
     */
    record Prepared(MatchPolicy policy, Question question) {}

    private final ResourceGraph graph;
    private final Supplies supplies;
    private final IdentityHashMap<Jobspec, Prepared> known = new IdentityHashMap<>();
    private int typesThen;
    private int suppliesThen;
    private boolean divisibleThen;

    Preparations(ResourceGraph graph, Supplies supplies) {
        this.graph = graph;
        this.supplies = supplies;
    }

    /** What is known of the jobspec, or null. */
    @Nullable Prepared find(Jobspec jobspec) {
        if (typesThen != graph.types().size()
                || divisibleThen != graph.hasDivisible()
                || suppliesThen != supplies.typesSeen()) {
            known.clear();
        }
        return known.get(jobspec);
    }

    Prepared keep(Jobspec jobspec, Prepared prepared) {
        if (known.size() == MOST) {
            known.clear();
        }
        typesThen = graph.types().size();
        divisibleThen = graph.hasDivisible();
        suppliesThen = supplies.typesSeen();
        known.put(jobspec, prepared);
        return prepared;
    }
}
