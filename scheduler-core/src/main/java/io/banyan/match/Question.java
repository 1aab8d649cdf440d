package io.banyan.match;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request prepared for one graph under one policy: its variants, primed, each with the known results of parcels at
 * present and on the empty system. It is valid as long as its key is unchanged.
 *
 * @param requests those of the variants
 */
record Question(List<Variant> variants, List<Demand.Primed> requests) {

    /**
     * The key with all that the answers depend on beside the state of the graph.
     *
     * @param extensions of the jobspec
     * @param types how many types the graph knows; types only come
     * @param divisible whether any pool is given in parts
     */
    record Key(
            List<Resource> resources,
            Constraint constraint,
            MatchPolicy policy,
            Set<Extension> extensions,
            int types,
            boolean divisible) {

        // As records have them; where few things are compiled well, those of records take far longer.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key it
                    && resources.equals(it.resources)
                    && constraint.equals(it.constraint)
                    && policy.equals(it.policy)
                    && extensions.equals(it.extensions)
                    && types == it.types
                    && divisible == it.divisible;
        }

        @Override
        public int hashCode() {
            return resources.hashCode();
        }
    }

    /**
     * One request, primed.
     *
     * @param knowable the facts that its conditions use
     * @param present the known results of parcels at present
     * @param found the same for a caller that needs no reasons
     * @param later the known results of parcels with bookings in the future
     * @param empty the known results of parcels on the empty system
     * @param treatsAlikeAlike whether parcels that are alike answer it alike: it draws nothing from above, and uses no
     *     identity
     */
    record Variant(
            Demand.Primed request,
            Knowable knowable,
            Outlooks present,
            Outlooks found,
            Outlooks later,
            Outlooks empty,
            boolean treatsAlikeAlike) {
        static Variant of(Demand.Primed request, Constraint constraint) {
            Knowable knowable = Knowable.of(constraint, request.all);
            boolean drawsNothing = request.all.stream().allMatch(demand -> demand.draws.isEmpty());
            return new Variant(
                    request,
                    knowable,
                    new Outlooks(true),
                    new Outlooks(false),
                    new Outlooks(false),
                    new Outlooks(true),
                    !request.each && !knowable.byIdentity() && drawsNothing);
        }
    }

    static Question of(List<Demand.Primed> requests, Constraint constraint) {
        var variants = new ArrayList<Variant>();
        requests.forEach(request -> variants.add(Variant.of(request, constraint)));
        return new Question(List.copyOf(variants), List.copyOf(requests));
    }

    /** The requests that were made ready last, of which the one that was not used for longest goes first. */
    static final class Recent {
        private static final int MOST = 256;

        private final Map<Key, Question> recent = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Question> eldest) {
                return size() > MOST;
            }
        };

        /** Makes a request ready. */
        interface Maker {
            Question make() throws JobspecException;
        }

        Question get(Key key, Maker maker) throws JobspecException {
            Question prepared = recent.get(key);
            if (prepared == null) {
                prepared = maker.make();
                recent.put(key, prepared);
            }
            return prepared;
        }
    }
}
