package io.banyan.queue;

import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The amounts of each resource type that a jobspec requests. A request for whole nodes counts as nodes, not as their
 * contents.
 */
public final class Amounts {
    private Amounts() {}

    /** At least; of alternatives, the greatest amount of each type. At most {@link Long#MAX_VALUE}. O(resources). */
    public static Map<String, Long> of(Jobspec jobspec) {
        return of(jobspec.resources(), Count::min);
    }

    /** Returns the amount of one type in {@link #of(Jobspec)}, and 0 for a type that is not requested. */
    public static long of(Jobspec jobspec, String type) {
        return of(jobspec.resources(), type);
    }

    private static long of(List<Resource> resources, String type) {
        long all = 0;
        long alternative = 0;
        for (Resource resource : resources) {
            boolean isOfType = !resource.isSlot() && resource.type().name().equals(type);
            long one = sum(of(resource.with(), type), isOfType ? 1 : 0);
            long amount = product(one, resource.count().min());
            if (resource.isXorSlot()) {
                alternative = Math.max(alternative, amount);
            } else {
                all = sum(all, amount);
            }
        }
        return sum(all, alternative);
    }

    /** Returns the maximum amounts that a job may get, which count against limits. */
    public static Map<String, Long> most(Jobspec jobspec) {
        return of(jobspec.resources(), Count::max);
    }

    private static Map<String, Long> of(List<Resource> resources, ToLongFunction<Count> amountOf) {
        Map<String, Long> all = new TreeMap<>();
        Map<String, Long> alternatives = new TreeMap<>();
        for (Resource resource : resources) {
            Map<String, Long> below = of(resource.with(), amountOf);
            if (!resource.isSlot()) {
                below.merge(resource.type().name(), 1L, Amounts::sum);
            }
            long count = amountOf.applyAsLong(resource.count());
            for (Map.Entry<String, Long> entry : below.entrySet()) {
                long amount = product(entry.getValue(), count);
                if (resource.isXorSlot()) {
                    alternatives.merge(entry.getKey(), amount, Long::max);
                } else {
                    all.merge(entry.getKey(), amount, Amounts::sum);
                }
            }
        }
        for (Map.Entry<String, Long> entry : alternatives.entrySet()) {
            all.merge(entry.getKey(), entry.getValue(), Amounts::sum);
        }
        return all;
    }

    private static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long product(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }
}
