package io.banyan.jobspec;

import io.banyan.resource.ResourceType;

/** How often a task is started (RFC 14). */
public sealed interface TaskCount {
    /** So many in each slot. */
    record PerSlot(long count) implements TaskCount {
        public PerSlot {
            positive("per_slot", count);
        }
    }

    /** So many for each resource of a type in the slots. */
    record PerResource(ResourceType type, long count) implements TaskCount {
        public PerResource {
            positive("count", count);
        }
    }

    /** So many altogether. */
    record Total(long count) implements TaskCount {
        public Total {
            positive("total", count);
        }
    }

    /** The number, in units of the kind. */
    long count();

    private static void positive(String key, long count) {
        if (count < 1 || count > Count.UNBOUNDED) {
            throw new IllegalArgumentException(key + " must be 1 to " + Count.UNBOUNDED + ", found " + count);
        }
    }
}
