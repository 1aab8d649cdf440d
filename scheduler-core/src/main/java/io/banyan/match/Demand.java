package io.banyan.match;

import io.banyan.graph.Types;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Supplies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One requirement of a jobspec, primed for matching against one graph: types as ids, and the least that must lie below
 * one unit of it, by type id.
 */
public final class Demand {

    /** Position in the jobspec, parents first; names the demand in tallies. */
    public final int number;

    public final int typeId;
    /** Under which its candidates are kept: the type's id, or a key of its own where several demands name a type. */
    public final int key;

    public final boolean slot;
    /** Whether it is a slot that is made from vertices anywhere in one node ({@link NodeSlots}). */
    public final boolean inNode;

    public final Count count;
    /** The most that the count can ever take. */
    public final long most;

    final Exclusivity exclusivity;
    /** Which vertices of the type will do. */
    public final Constraint requires;

    final @Nullable String label;
    /** For people: the {@link RequirementNames} on the way from the top, as {@code slot/node/core}. */
    public final String place;

    public final Demand[] with;
    /** The demands among these that are to be met: of several slots, which are alternatives, the last has the count. */
    final List<Demand> required;
    /** The amounts that one unit draws from the supplies above it in auxiliary subsystems. */
    final Map<ResourceType, Long> draws = new TreeMap<>();
    /** Least amounts below one unit, by type id. */
    final long[] below;
    /** The least amounts below one unit, by type id, or for alternative slots, the common minimum. */
    public long[] surelyBelow;

    private Demand(Primer primer, Resource resource, String place) {
        this.number = primer.demands.size();
        primer.demands.add(this);
        this.typeId = primer.types.id(resource.type());
        this.key = primer.each ? primer.types.size() + number : typeId;
        this.slot = resource.isSlot();
        this.inNode = slot && primer.slotsInNodes;
        this.count = resource.count();
        this.most = count.calc(Count.UNBOUNDED);
        this.exclusivity = resource.exclusive();
        this.requires = resource.requires();
        this.label = resource.label().orElse(null);
        this.place = place;
        this.below = new long[primer.types.size()];
        this.with = primer.list(primer.withoutDraws(resource, draws), this.place, below);
        this.required = Chooser.required(with);
        this.surelyBelow = below;
        if (exclusivity == Exclusivity.TRUE && typeId >= 0) {
            primer.exclusiveTypes.set(typeId);
        }
    }

    /** The name of its type, and which of several of the type it is. */
    public String name() {
        return place.substring(place.lastIndexOf('/') + 1);
    }

    /** A whole jobspec, primed. */
    public static final class Primed {

        /** The top level. */
        public final Demand[] top;
        /** Every demand, by its number. */
        public final List<Demand> all;
        /** The least that the whole request takes, by type id. */
        final long[] least;
        /** Types of which the jobspec wants a vertex exclusively: these are given with all that is below them. */
        final BitSet exclusiveTypes;
        /** Whether every demand is wanted for itself, also of several of one type or several slots on one level. */
        public final boolean each;
        /** Whether some slot is made from vertices anywhere in one node. */
        final boolean hasNodeSlots;

        private Primed(Primer primer, Demand[] top, long[] least) {
            this.top = top;
            this.all = List.copyOf(primer.demands);
            this.least = least;
            this.exclusiveTypes = primer.exclusiveTypes;
            this.each = primer.each;
            this.hasNodeSlots = all.stream().anyMatch(demand -> demand.inNode);
        }

        /**
         * Whether no level names more than one resource unless they are the last: then no vertex can serve two demands.
         */
        boolean isChain() {
            return isChain(top) && all.stream().allMatch(demand -> isChain(demand.with));
        }

        private static boolean isChain(Demand[] list) {
            return list.length == 1 || Arrays.stream(list).allMatch(demand -> demand.with.length == 0);
        }

        /** One more than the greatest key. */
        int keys() {
            return least.length + all.size();
        }
    }

    /**
     * Primes a jobspec. O(its size x types). Types that the graph does not know have the id -1.
     *
     * @param asked the extensions of the jobspec
     */
    static Primed prime(List<Resource> resources, Types types, Supplies supplies, Extensions asked) {
        var primer = new Primer(types, supplies, asked);
        var least = new long[types.size()];
        Demand[] top = primer.list(resources, "", least);
        return new Primed(primer, top, least);
    }

    private static final class Primer {

        private final Types types;
        /** Whether all of several slots on one level are wanted, instead of any of them. */
        private final boolean each;

        private final boolean slotsInNodes;
        private final List<Demand> demands = new ArrayList<>();
        private final BitSet exclusiveTypes = new BitSet();

        private final Supplies supplies;

        Primer(Types types, Supplies supplies, Extensions asked) {
            this.types = types;
            this.each = RequestCheck.wantsEach(asked);
            this.slotsInNodes = asked.uses(Extension.NODE_SLOTS);
            this.supplies = supplies;
        }

        /**
         * Returns the resources that a resource has below it in the dominant subsystem; its draws are moved into the
         * map.
         */
        List<Resource> withoutDraws(Resource resource, Map<ResourceType, Long> draws) {
            var with = new ArrayList<Resource>();
            for (Resource below : resource.with()) {
                boolean drawn = !resource.isSlot()
                        && below.with().isEmpty()
                        && below.exclusive() != Exclusivity.TRUE
                        && supplies.isDrawn(types.id(below.type()));
                if (drawn) {
                    draws.merge(below.type(), below.count().min(), Demand::add);
                } else {
                    with.add(below);
                }
            }
            return with;
        }

        Demand[] list(List<Resource> resources, String place, long[] least) {
            var list = new Demand[resources.size()];
            long @Nullable [] leastOfSlots = null;
            List<String> names = RequirementNames.names(resources);
            for (int i = 0; i < list.length; i++) {
                Demand demand = new Demand(this, resources.get(i), RequirementNames.below(place, names.get(i)));
                list[i] = demand;
                long[] own = least(demand);
                if (!demand.slot || each) {
                    for (int t = 0; t < least.length; t++) {
                        least[t] = add(least[t], own[t]);
                    }
                } else {
                    leastOfSlots = leastOfSlots == null ? own : lesser(leastOfSlots, own);
                }
            }
            for (int t = 0; leastOfSlots != null && t < least.length; t++) {
                least[t] = add(least[t], leastOfSlots[t]);
            }
            if (!each) {
                shareLeast(list);
            }
            return list;
        }

        private static void shareLeast(Demand[] list) {
            long @Nullable [] common = null;
            for (Demand demand : list) {
                if (demand.slot) {
                    common = common == null ? demand.below : lesser(common, demand.below);
                }
            }
            for (Demand demand : list) {
                if (demand.slot && common != null) {
                    demand.surelyBelow = common;
                }
            }
        }

        private long[] least(Demand demand) {
            var own = new long[types.size()];
            long min = demand.count.min();
            for (int t = 0; t < own.length; t++) {
                own[t] = multiply(min, demand.below[t]);
            }
            if (demand.typeId >= 0) {
                own[demand.typeId] = add(own[demand.typeId], min);
            }
            return own;
        }

        /** Slots on one level are alternatives, so that only their common minimum is needed for certain. */
        private static long[] lesser(long[] a, long[] b) {
            var least = new long[a.length];
            for (int t = 0; t < a.length; t++) {
                least[t] = Math.min(a[t], b[t]);
            }
            return least;
        }
    }

    public static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    public static long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        return high != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }
}
