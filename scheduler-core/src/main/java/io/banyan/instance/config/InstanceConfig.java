package io.banyan.instance.config;

import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.OnLost;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configuration that an instance gets when it is made.
 *
 * @param address the address for its clients; passed on to its parent
 * @param parentJob the parent's job that it is; empty for the root of a tree
 * @param grow the sources that it asks for more resources
 * @param match how it finds resources
 * @param revoke which resources it returns on a revoke by its parent
 * @param durable whether its decisions survive its process
 * @param onLost the treatment of jobs that lose resources, if their jobspecs do not state it
 * @param queues how jobs wait, and in which order they are started
 * @param elasticity how malleable jobs are rescaled
 * @param booking how much users may reserve for their own jobs
 */
public record InstanceConfig(
        String name,
        String address,
        Optional<JobId> parentJob,
        Grow grow,
        Match match,
        RevokePolicy revoke,
        InstanceLimits limits,
        boolean durable,
        OnLost onLost,
        Queues queues,
        Elasticity elasticity,
        UserBookings booking) {

    /**
     * The sources that an instance asks when it is to grow.
     *
     * @param providers the names of its external providers, in the order in which they are asked; each another one
     * @param most the maximum of resources that it may have
     * @param idle how long it keeps idle resources of a provider, by the provider's name; those of a provider without
     *     an entry stay until a request returns them
     */
    public record Grow(GrowOrder order, List<String> providers, Most most, SortedMap<String, Idle> idle) {

        /** The parent, and no provider. */
        public static final Grow DEFAULT = new Grow(GrowOrder.PARENT_FIRST, List.of(), Most.NONE, new TreeMap<>());

        /** Checks the names of the providers. */
        public Grow {
            Objects.requireNonNull(order, "order");
            Objects.requireNonNull(most, "most");
            providers = List.copyOf(providers);
            idle = Collections.unmodifiableSortedMap(new TreeMap<>(idle));
            Set<String> names = new HashSet<>();
            for (String provider : providers) {
                if (!names.add(ValueChecks.name(provider, "a provider's name"))) {
                    throw new IllegalArgumentException(
                            "the providers of an instance must have different names, found '" + provider + "' twice");
                }
            }
        }
    }

    /**
     * How long an idle resource is kept. A new process starts both times from zero.
     *
     * @param idleMillis the time since the last job released it, or since its arrival
     * @param paidMillis the time since its arrival for which it is paid anyway
     */
    public record Idle(long idleMillis, long paidMillis) {
        /** Checks the times. */
        public Idle {
            ValueChecks.positive(idleMillis, "idleMillis");
            ValueChecks.notNegative(paidMillis, "a time");
        }
    }

    /**
     * How much an instance may have, by resource type; of a type that is not named, any amount. It requests and gets no
     * more than the remaining amount; resources that pass through it to its children count.
     *
     * @param resources the maximum in its graph
     * @param external the maximum from its own providers
     */
    public record Most(SortedMap<String, Long> resources, SortedMap<String, Long> external) {
        /** Any amount of anything. */
        public static final Most NONE = new Most(new TreeMap<>(), new TreeMap<>());

        /** Copies the maps. */
        public Most {
            resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
            external = Collections.unmodifiableSortedMap(new TreeMap<>(external));
        }

        /**
         * Amounts as people write them, such as {@code node=8,gpu=4}.
         *
         * @throws IllegalArgumentException where one is none
         */
        public static SortedMap<String, Long> parse(String words) {
            SortedMap<String, Long> amounts = new TreeMap<>();
            for (String word : words.split(",", -1)) {
                int sign = word.indexOf('=');
                if (sign < 1 || !word.substring(sign + 1).matches("[0-9]{1,18}")) {
                    throw new IllegalArgumentException(
                            "expected a resource type and a number, such as node=8, found '" + word + "'");
                }
                amounts.put(word.substring(0, sign), Long.parseLong(word.substring(sign + 1)));
            }
            return amounts;
        }

        public boolean isNone() {
            return resources.isEmpty() && external.isEmpty();
        }
    }

    /**
     * How an instance finds resources in its graph.
     *
     * @param filters which types are counted on which vertices
     * @param policy which of the candidates are taken
     * @param traverser the meaning of several slots on one level
     * @param subsystems the subsystem that matches walk, and those from whose pools they draw
     * @param visits the extent of a match
     */
    public record Match(
            PruneFilters filters,
            MatchPolicy policy,
            TraverserKind traverser,
            MatchSubsystems subsystems,
            MatchExtent visits) {

        /** The way in which Fluxion matches by default. */
        public static final Match DEFAULT = new Match(
                PruneFilters.DEFAULT,
                MatchPolicy.FIRST,
                TraverserKind.SIMPLE,
                MatchSubsystems.CONTAINMENT,
                MatchExtent.FEW);

        /** Checks that all is there. */
        public Match {
            Objects.requireNonNull(filters, "filters");
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(traverser, "traverser");
            Objects.requireNonNull(subsystems, "subsystems");
            Objects.requireNonNull(visits, "visits");
        }
    }

    /** Checks the name. */
    public InstanceConfig {
        ValueChecks.name(name, "an instance's name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(parentJob, "parentJob");
        Objects.requireNonNull(grow, "grow");
        Objects.requireNonNull(match, "match");
        Objects.requireNonNull(revoke, "revoke");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(onLost, "onLost");
        Objects.requireNonNull(queues, "queues");
        Objects.requireNonNull(elasticity, "elasticity");
        Objects.requireNonNull(booking, "booking");
    }

    /** The root of a tree, with defaults for all else. */
    public static InstanceConfig root(String name) {
        return new InstanceConfig(
                name,
                "",
                Optional.empty(),
                Grow.DEFAULT,
                Match.DEFAULT,
                RevokePolicy.FREE,
                InstanceLimits.DEFAULT,
                false,
                OnLost.KEEP,
                Queues.of(QueuePolicy.EASY),
                Elasticity.NONE,
                UserBookings.NONE);
    }

    /** A child, with defaults for all else. */
    public static InstanceConfig child(String name, JobId parentJob) {
        return new InstanceConfig(
                name,
                "",
                Optional.of(parentJob),
                Grow.DEFAULT,
                Match.DEFAULT,
                RevokePolicy.FREE,
                InstanceLimits.DEFAULT,
                false,
                OnLost.KEEP,
                Queues.of(QueuePolicy.EASY),
                Elasticity.NONE,
                UserBookings.NONE);
    }

    /** Returns this configuration with another grow order and these providers. */
    public InstanceConfig asking(GrowOrder order, List<String> providers) {
        return new InstanceConfig(
                name,
                address,
                parentJob,
                new Grow(order, providers, grow.most(), grow.idle()),
                match,
                revoke,
                limits,
                durable,
                onLost,
                queues,
                elasticity,
                booking);
    }

    /** Returns this configuration with another bound on how much the instance may have. */
    public InstanceConfig bounded(Most most) {
        return new InstanceConfig(
                name,
                address,
                parentJob,
                new Grow(grow.order(), grow.providers(), most, grow.idle()),
                match,
                revoke,
                limits,
                durable,
                onLost,
                queues,
                elasticity,
                booking);
    }

    /** Returns this configuration with these idle times, by the names of the providers. */
    public InstanceConfig idling(SortedMap<String, Idle> idle) {
        return new InstanceConfig(
                name,
                address,
                parentJob,
                new Grow(grow.order(), grow.providers(), grow.most(), idle),
                match,
                revoke,
                limits,
                durable,
                onLost,
                queues,
                elasticity,
                booking);
    }

    /** Returns this configuration with another way of finding resources. */
    public InstanceConfig matching(Match newMatch) {
        return new InstanceConfig(
                name, address, parentJob, grow, newMatch, revoke, limits, durable, onLost, queues, elasticity, booking);
    }

    /** Returns this configuration with another match policy and other pruning filters. */
    public InstanceConfig matching(MatchPolicy policy, PruneFilters filters) {
        return matching(new Match(filters, policy, match.traverser, match.subsystems, match.visits));
    }

    /** Returns this configuration with another way of walking the graph. */
    public InstanceConfig walking(TraverserKind traverser, MatchSubsystems subsystems) {
        return matching(new Match(match.filters, match.policy, traverser, subsystems, match.visits));
    }

    /** Returns this configuration with another answer to a parent that asks for resources back. */
    public InstanceConfig yielding(RevokePolicy newRevoke) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, newRevoke, limits, durable, onLost, queues, elasticity, booking);
    }

    /** Returns this configuration with another address. */
    public InstanceConfig at(String newAddress) {
        return new InstanceConfig(
                name, newAddress, parentJob, grow, match, revoke, limits, durable, onLost, queues, elasticity, booking);
    }

    /** Returns this configuration with other limits. */
    public InstanceConfig within(InstanceLimits newLimits) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, revoke, newLimits, durable, onLost, queues, elasticity, booking);
    }

    /** Returns this configuration with decisions that outlive the instance's process, or do not. */
    public InstanceConfig durably(boolean newDurable) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, revoke, limits, newDurable, onLost, queues, elasticity, booking);
    }

    /** Returns this configuration with another rule for jobs that lose something. */
    public InstanceConfig onLost(OnLost newOnLost) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, revoke, limits, durable, newOnLost, queues, elasticity, booking);
    }

    /** Returns this configuration with one queue, which starts waiting jobs in another order. */
    public InstanceConfig queueing(QueuePolicy newQueue) {
        return queueing(Queues.of(newQueue));
    }

    /** Returns this configuration with these queues. */
    public InstanceConfig queueing(Queues newQueues) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, revoke, limits, durable, onLost, newQueues, elasticity, booking);
    }

    /** Returns this configuration with another way of rescaling malleable jobs. */
    public InstanceConfig rescaling(Elasticity newElasticity) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, revoke, limits, durable, onLost, queues, newElasticity, booking);
    }

    /** Returns this configuration with other limits on the reservations of users. */
    public InstanceConfig reserving(UserBookings newBooking) {
        return new InstanceConfig(
                name, address, parentJob, grow, match, revoke, limits, durable, onLost, queues, elasticity, newBooking);
    }
}
