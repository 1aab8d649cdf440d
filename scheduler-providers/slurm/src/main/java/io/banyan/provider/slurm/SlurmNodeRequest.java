package io.banyan.provider.slurm;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A request for nodes of one kind. Slurm reports the cores, the memory and the features of a node, and gives GPUs where
 * they are configured as generic resources. A jobspec that asks for anything else can never be fulfilled.
 *
 * @param count of nodes
 * @param times the factor of the count
 * @param cores physical ones of each
 * @param memoryGb in gibibytes, of each
 * @param features that each must have
 * @param durationSec for how long; 0 where that is not said
 * @param mostNodes that are brought
 */
record SlurmNodeRequest(
        Count count,
        long times,
        long cores,
        long memoryGb,
        long gpus,
        List<String> features,
        long durationSec,
        long mostNodes) {
    private static final String NODE = "node";
    private static final Set<String> GIGABYTES = Set.of("", "GB", "GiB", "gb", "G", "g");
    private static final Set<String> IN_A_NODE = Set.of("core", "memory", "gpu");
    private static final Set<String> AROUND = Set.of("cluster", "provider");

    SlurmNodeRequest {
        features = List.copyOf(features);
    }

    /** The least that will do, in nodes. */
    long least() {
        return Math.multiplyExact(count.min(), times);
    }

    /** The number of nodes to request: the upper bound, or the least if there is no upper bound. */
    long wanted() {
        long most = Math.multiplyExact(count.max() == Count.UNBOUNDED ? count.min() : count.effectiveMax(), times);
        return Math.min(most, Math.max(least(), count.calc(mostNodes / times) * times));
    }

    /**
     * Returns the request with at most the given number of nodes.
     *
     * @throws Unmet where the least is more
     */
    SlurmNodeRequest atMost(int nodes) throws Unmet {
        if (least() > nodes) {
            throw new Unmet("this provider supplies at most " + nodes + " nodes per request, but " + least()
                    + " are requested");
        }
        return new SlurmNodeRequest(count, times, cores, memoryGb, gpus, features, durationSec, nodes);
    }

    /** Returns how many of the given nodes can be used; 0 if they are too few. */
    long usable(long nodes) {
        return Math.min(wanted(), count.calc(nodes / times) * times);
    }

    /** Reads the request of a jobspec. O(size of the jobspec). */
    static SlurmNodeRequest of(Jobspec jobspec) throws Unmet {
        var features = new ArrayList<String>();
        addFeatures(jobspec.attributes().constraint(), features);
        try {
            List<Resource> resources = jobspec.resources();
            long durationSec = jobspec.attributes().durationSec();
            if (resources.stream().noneMatch(SlurmNodeRequest::asksForNodes)) {
                return inside(Count.exactly(1), 1, resources, features, durationSec);
            }
            if (resources.size() != 1) {
                throw new Unmet("a request must be for one kind of node");
            }
            SlurmNodeRequest nodeRequest = of(resources.getFirst(), Count.exactly(1), 1, features, durationSec);
            if (nodeRequest.least() < 1) {
                throw new Unmet("a request must be for at least one node");
            }
            return nodeRequest;
        } catch (ArithmeticException tooMuch) {
            throw new Unmet("the requested amount is too large");
        }
    }

    private static SlurmNodeRequest of(
            Resource resource, Count above, long times, List<String> features, long durationSec) throws Unmet {
        String type = resource.type().name();
        // Of counts within each other only one can be a range, and of the others the least is taken.
        Count count = above.isExact() ? resource.count() : above;
        long product = Math.multiplyExact(
                times, above.isExact() ? above.min() : resource.count().min());
        boolean isAround = AROUND.contains(type) || (resource.isSlot() && !resource.isXorSlot());
        if (isAround && resource.with().size() == 1) {
            requireAny(resource);
            return of(resource.with().getFirst(), count, product, features, durationSec);
        }
        if (!type.equals(NODE)) {
            throw new Unmet("this provider supplies nodes with cores, memory in GB and GPUs, not a " + type);
        }
        var all = new ArrayList<>(features);
        addFeatures(resource.requires(), all);
        return inside(count, product, resource.with(), all, durationSec);
    }

    /** Nodes with all of these in each. */
    private static SlurmNodeRequest inside(
            Count count, long times, List<Resource> resources, List<String> features, long durationSec) throws Unmet {
        long[] sum = {0, 0, 0};
        for (Resource resource : resources) {
            add(resource, 1, sum);
        }
        return new SlurmNodeRequest(count, times, sum[0], sum[1], sum[2], features, durationSec, Integer.MAX_VALUE);
    }

    private static boolean asksForNodes(Resource resource) {
        return resource.type().name().equals(NODE) || resource.with().stream().anyMatch(SlurmNodeRequest::asksForNodes);
    }

    /** Adds the resources inside one node; of ranges, the least. */
    private static void add(Resource resource, long times, long[] sum) throws Unmet {
        requireAny(resource);
        long count = Math.multiplyExact(times, resource.count().min());
        String type = resource.type().name();
        if (resource.isSlot() && !resource.isXorSlot()) {
            for (Resource below : resource.with()) {
                add(below, count, sum);
            }
            return;
        }
        if (!resource.with().isEmpty() && IN_A_NODE.contains(type)) {
            throw new Unmet("this provider does not know the contents of a " + type);
        }
        switch (type) {
            case "core" -> sum[0] = Math.addExact(sum[0], count);
            case "memory" -> {
                if (!GIGABYTES.contains(resource.unit())) {
                    throw new Unmet("memory is counted in GB by this provider, not in '" + resource.unit() + "'");
                }
                sum[1] = Math.addExact(sum[1], count);
            }
            case "gpu" -> sum[2] = Math.addExact(sum[2], count);
            default ->
                throw new Unmet("this provider has no " + type + "; its nodes have cores, memory in GB and GPUs");
        }
    }

    private static void requireAny(Resource resource) throws Unmet {
        if (!(resource.requires() instanceof Constraint.Any)) {
            throw new Unmet("requirements can be stated only for a node, not for a "
                    + resource.type().name());
        }
    }

    private static void addFeatures(Constraint constraint, List<String> features) throws Unmet {
        if (constraint instanceof Constraint.And and) {
            for (Constraint part : and.all()) {
                addFeatures(part, features);
            }
        } else if (constraint instanceof Constraint.Properties properties
                && properties.all().stream()
                        .allMatch(it -> !it.negated() && it.name().matches(SlurmSettings.WORD))) {
            properties.all().forEach(it -> features.add(it.name()));
        } else if (!(constraint instanceof Constraint.Any)) {
            throw new Unmet("a constraint must be a list of features that are all required, not " + constraint);
        }
    }
}
