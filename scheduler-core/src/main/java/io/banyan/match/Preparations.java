package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.schedule.Supplies;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts about jobspecs that a matcher computed before it visited any vertex, cached for the next match of the same
 * object. They are valid as long as the graph has the same types and the same kinds of pools. An entry does not keep
 * its jobspec alive, and is removed with it.
 */
final class Preparations {
    /**
     * One jobspec, checked and primed.
     *
     * @param policy by which it is matched
     * @param question its primed request, which it may share with others
     */
    record Prepared(MatchPolicy policy, Question question) {}

    /** A key by identity. */
    private static final class Key extends WeakReference<Jobspec> {
        private final int hash;

        Key(Jobspec jobspec, @Nullable ReferenceQueue<Jobspec> gone) {
            super(jobspec, gone);
            this.hash = System.identityHashCode(jobspec);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Key key && get() != null && key.refersTo(get()));
        }
    }

    private final ResourceGraph graph;
    private final Supplies supplies;
    private final Map<Key, Prepared> known = new HashMap<>();
    private final ReferenceQueue<Jobspec> gone = new ReferenceQueue<>();
    private int typesThen;
    private int suppliesThen;
    private boolean divisibleThen;

    Preparations(ResourceGraph graph, Supplies supplies) {
        this.graph = graph;
        this.supplies = supplies;
    }

    /** Returns the cached preparation of the jobspec, or null. */
    @Nullable Prepared find(Jobspec jobspec) {
        if (typesThen != graph.types().size()
                || divisibleThen != graph.hasDivisible()
                || suppliesThen != supplies.typesSeen()) {
            known.clear();
        }
        return known.get(new Key(jobspec, null));
    }

    Prepared keep(Jobspec jobspec, Prepared prepared) {
        for (Object key = gone.poll(); key != null; key = gone.poll()) {
            known.remove(key);
        }
        typesThen = graph.types().size();
        divisibleThen = graph.hasDivisible();
        suppliesThen = supplies.typesSeen();
        known.put(new Key(jobspec, gone), prepared);
        return prepared;
    }

    /** How many it knows, or knew when it last learned of one. */
    int size() {
        return known.size();
    }
}
