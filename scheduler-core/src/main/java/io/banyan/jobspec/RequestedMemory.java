package io.banyan.jobspec;

import io.banyan.resource.MemoryUnit;
import java.util.List;
import java.util.OptionalLong;

/** How much memory a jobspec asks for. */
public final class RequestedMemory {
    private static final String TYPE = "memory";

    private RequestedMemory() {}

    /**
     * The memory of all resources of a jobspec together, in bytes. Empty where it asks for none, and where it does not
     * say one amount: a count is a range, slots are alternatives, or a unit is not known. O(resources).
     */
    public static OptionalLong of(Jobspec jobspec) {
        if (jobspec.resources().stream().noneMatch(RequestedMemory::isIn)) {
            return OptionalLong.empty();
        }
        try {
            return bytes(jobspec.resources());
        } catch (ArithmeticException tooMuch) {
            return OptionalLong.empty();
        }
    }

    private static boolean isIn(Resource resource) {
        return resource.type().name().equals(TYPE) || resource.with().stream().anyMatch(RequestedMemory::isIn);
    }

    private static OptionalLong bytes(List<Resource> resources) {
        long sum = 0;
        for (Resource resource : resources) {
            if (isIn(resource)) {
                OptionalLong each = each(resource);
                if (each.isEmpty()) {
                    return OptionalLong.empty();
                }
                sum = Math.addExact(sum, Math.multiplyExact(resource.count().min(), each.getAsLong()));
            }
        }
        return OptionalLong.of(sum);
    }

    private static OptionalLong each(Resource resource) {
        boolean isOneAmount = resource.count().min() == resource.count().max() && !resource.isXorSlot();
        if (!isOneAmount) {
            return OptionalLong.empty();
        }
        return resource.type().name().equals(TYPE) ? MemoryUnit.bytes(resource.unit()) : bytes(resource.with());
    }
}
