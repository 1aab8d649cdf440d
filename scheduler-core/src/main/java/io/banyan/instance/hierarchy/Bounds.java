package io.banyan.instance.hierarchy;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much an instance may have, and how much of it from its providers, however much it is asked for ({@link
 * InstanceConfig.Most}).
 */
final class Bounds {
    private final InstanceState state;

    Bounds(InstanceState state) {
        this.state = state;
    }

    /** Returns why no source needs to be asked for this: even its minimum is more than the instance may have. */
    Optional<String> forbids(Jobspec jobspec, boolean fromProvider) {
        if (most().isNone()) {
            return Optional.empty();
        }
        Map<String, Long> least = new HashMap<>();
        jobspec.resources().forEach(resource -> add(least, resource, 1));
        return forbids(least, fromProvider);
    }

    private static void add(Map<String, Long> amounts, Resource resource, long times) {
        long count = saturated(resource.count().min(), times);
        if (!resource.isSlot()) {
            amounts.merge(resource.type().name(), count, Bounds::sum);
        }
        resource.with().forEach(below -> add(amounts, below, count));
    }

    private static long saturated(long a, long b) {
        return a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** Why this cannot be taken, now that it has come. */
    Optional<String> forbids(Subgraph came, boolean fromProvider) {
        if (most().isNone()) {
            return Optional.empty();
        }
        Map<String, Long> amounts = new HashMap<>();
        for (SubgraphVertex vertex : came.vertices()) {
            if (vertex.exclusive()) {
                amounts.merge(vertex.type().name(), vertex.size(), Bounds::sum);
            }
        }
        return forbids(amounts, fromProvider);
    }

    private InstanceConfig.Most most() {
        return state.config().grow().most();
    }

    private Optional<String> forbids(Map<String, Long> more, boolean fromProvider) {
        Optional<String> all = exceeded(most().resources(), more, "the instance", false);
        return all.isPresent() || !fromProvider ? all : exceeded(most().external(), more, "its providers", true);
    }

    private Optional<String> exceeded(Map<String, Long> most, Map<String, Long> more, String whose, boolean external) {
        for (Map.Entry<String, Long> limit : most.entrySet()) {
            String type = limit.getKey();
            long wanted = more.getOrDefault(type, 0L);
            long has = external ? external(type) : state.schedule().holdings().total(type);
            if (wanted > 0 && sum(has, wanted) > limit.getValue()) {
                return Optional.of("the limit of " + whose + " is " + limit.getValue() + " " + type + "; it has " + has
                        + ", and this request would add " + wanted);
            }
        }
        return Optional.empty();
    }

    private long external(String type) {
        List<GrantOrigin> origins = state.origins().all();
        return origins.stream()
                .filter(origin -> origin.arrival() == GrowRoute.PROVIDER)
                .flatMap(origin -> origin.tops().stream())
                .mapToLong(top -> state.resources().amount(top, type))
                .sum();
    }
}
