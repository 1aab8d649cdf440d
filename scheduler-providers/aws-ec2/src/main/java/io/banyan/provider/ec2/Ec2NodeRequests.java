package io.banyan.provider.ec2;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads a jobspec as requests for nodes. EC2 reports the cores, the memory, the GPUs and the zone of an instance. It
 * can never satisfy a jobspec that requests anything else.
 */
final class Ec2NodeRequests {
    private static final String ZONE = "zone";
    private static final String NODE = "node";
    private static final String CORE = "core";
    private static final String GPU = "gpu";
    private static final String MEMORY = "memory";
    private static final Set<String> GIGABYTES = Set.of("", "GB", "GiB", "gb", "G", "g");
    private static final Set<String> AROUND = Set.of("cluster", "provider");

    private final Constraint ofJob;
    private final List<Ec2NodeRequest> nodeRequests = new ArrayList<>();

    private Ec2NodeRequests(Constraint ofJob) {
        this.ofJob = ofJob;
    }

    /** Nothing that EC2 has is like it; the message is one sentence for the asker. */
    static final class Unmet extends Exception {
        private static final long serialVersionUID = 1L;

        Unmet(String message) {
            super(message);
        }
    }

    /** The context of a resource in the jobspec: its factor, and its number of zones. */
    private record Place(Count count, long times, long zones) {
        static final Place TOP = new Place(Count.exactly(1), 1, 0);

        /**
         * One level down; of counts within each other, only one can be a range, and of the others the least is taken.
         */
        Place below(Count next) {
            return count.isExact()
                    ? new Place(next, Math.multiplyExact(times, count.min()), zones)
                    : new Place(count, Math.multiplyExact(times, next.min()), zones);
        }

        Place inZones(long number) {
            return new Place(count, times, number);
        }
    }

    /** The requests of a jobspec, in its order. O(its size). */
    static List<Ec2NodeRequest> of(Jobspec jobspec) throws Unmet {
        var reader = new Ec2NodeRequests(jobspec.attributes().constraint());
        try {
            for (Resource resource : jobspec.resources()) {
                reader.read(resource, Place.TOP);
            }
        } catch (ArithmeticException tooMuch) {
            throw new Unmet("the requested amount is too large");
        }
        return reader.nodeRequests;
    }

    private void read(Resource resource, Place place) throws Unmet {
        String type = resource.type().name();
        if (type.equals(ZONE)) {
            if (place.zones() > 0 || !resource.count().isExact()) {
                throw new Unmet("a request for zones must have an exact count, and zones cannot be nested");
            }
            requireAny(resource);
            Place inside = place.inZones(resource.count().min());
            for (Resource below : resource.with()) {
                read(below, inside);
            }
        } else if (type.equals(NODE)) {
            List<Constraint> constraints = List.of(ofJob, resource.requires());
            NodeShape shape = inside(resource.with(), 1);
            add(place.below(resource.count()), shape, false, constraints);
        } else if (AROUND.contains(type) || (resource.isSlot() && holdsNodes(resource))) {
            requireAny(resource);
            for (Resource below : resource.with()) {
                read(below, place.below(resource.count()));
            }
        } else if (resource.isXorSlot()) {
            throw new Unmet("alternative slots are not supported by this provider");
        } else if (resource.isSlot()) {
            add(place.below(resource.count()), inside(resource.with(), 1), true, List.of(ofJob));
        } else {
            add(place.below(resource.count()), each(resource), true, List.of(ofJob));
        }
    }

    private void add(Place place, NodeShape unit, boolean isShared, List<Constraint> constraints) {
        nodeRequests.add(new Ec2NodeRequest(place.count(), place.times(), unit, isShared, place.zones(), constraints));
    }

    private static boolean holdsNodes(Resource resource) {
        return resource.with().stream()
                .anyMatch(below -> below.type().name().equals(NODE)
                        || below.type().name().equals(ZONE)
                        || (below.isSlot() && holdsNodes(below)));
    }

    /** The resources inside one node; of ranges, the least. */
    private static NodeShape inside(List<Resource> resources, long times) throws Unmet {
        NodeShape sum = NodeShape.NOTHING;
        for (Resource resource : resources) {
            if (resource.isXorSlot()) {
                throw new Unmet("alternative slots are not supported by this provider");
            }
            long count = Math.multiplyExact(times, resource.count().min());
            sum = resource.isSlot() ? sum.plus(inside(resource.with(), 1), count) : sum.plus(each(resource), count);
        }
        return sum;
    }

    private static NodeShape each(Resource resource) throws Unmet {
        requireAny(resource);
        if (!resource.with().isEmpty()) {
            throw new Unmet("this provider does not know the contents of a "
                    + resource.type().name());
        }
        return switch (resource.type().name()) {
            case CORE -> new NodeShape(1, 0, 0);
            case GPU -> new NodeShape(0, 0, 1);
            case MEMORY -> {
                if (!GIGABYTES.contains(resource.unit())) {
                    throw new Unmet("memory is counted in GB by this provider, not in '" + resource.unit() + "'");
                }
                yield new NodeShape(0, 1, 0);
            }
            default ->
                throw new Unmet("this provider has no " + resource.type().name()
                        + "; an instance is a node with cores, memory in GB and GPUs, in a zone");
        };
    }

    private static void requireAny(Resource resource) throws Unmet {
        if (!(resource.requires() instanceof Constraint.Any)) {
            throw new Unmet("requirements can be stated only for a node, not for a "
                    + resource.type().name());
        }
    }
}
