package io.banyan.cli.request;

import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Resource;
import io.banyan.jobspec.TaskCount;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The resources of a jobspec for such counts.
 *
 * @param resource the top of the request
 * @param tasks how often the command of the job runs
 * @param extensions the used extensions of the form of a request
 */
record ResourceShape(Resource resource, TaskCount tasks, Set<Extension> extensions) {
    /** The label of the slot of a task. */
    static final String TASK = "task";

    private static final String NODE = "node";
    private static final String CORE = "core";
    private static final String GPU = "gpu";
    private static final ResourceType MEMORY = new ResourceType("memory");
    private static final String GIGABYTES = "GB";

    /** Copies the set. */
    ResourceShape {
        extensions = Set.copyOf(extensions);
    }

    /**
     * The shape for these counts.
     *
     * @throws IllegalArgumentException with one sentence, where they contradict each other
     */
    static ResourceShape of(ResourceCounts counts) {
        if (counts.isWholeNodes()) {
            Resource node = Resource.of(NODE, Count.exactly(1));
            return new ResourceShape(Resource.slot(TASK, counts.nodeCount(), node), new TaskCount.PerSlot(1), Set.of());
        }
        return counts.isPerNode() ? inNodes(counts) : anywhere(counts);
    }

    /** Slots of cores for a malleable job, which has one process for all of them. */
    static ResourceShape malleable(ResourceCounts counts) {
        if (counts.isPerNode() || counts.tasks().isPresent()) {
            throw new IllegalArgumentException("--malleable sets the number of slots and cannot be used with -n or -N");
        }
        ResourceShape one = anywhere(counts);
        return new ResourceShape(one.resource, new TaskCount.Total(1), one.extensions);
    }

    private static ResourceShape anywhere(ResourceCounts counts) {
        long tasks = counts.tasks().orElse(1);
        Resource slot = slot(counts, tasks, counts.gpusOf(1, tasks).each(), Optional.empty());
        boolean isOneCore =
                slot.with().size() == 1 && slot.with().getFirst().count().max() == 1;
        return new ResourceShape(
                slot, new TaskCount.PerSlot(1), isOneCore ? Set.of() : EnumSet.of(Extension.NODE_SLOTS));
    }

    /**
     * Nodes with so many slots each, whatever lies between a node and its cores. Where the tasks cannot be divided
     * evenly, some slots have none, as in Flux. Resources that tasks of a node share are in a slot around their slots.
     */
    private static ResourceShape inNodes(ResourceCounts counts) {
        Count nodes = counts.nodeCount();
        long slots = counts.slotsPerNode();
        long all = counts.tasks().orElse(slots * nodes.min());
        ResourceCounts.Gpus gpus = counts.gpusOf(nodes.min(), slots);
        Optional<Resource> memory = counts.memory().map(ResourceShape::memory);
        Resource slot = slot(counts, slots, gpus.each(), slots > 1 ? Optional.empty() : memory);
        List<Resource> shared = new ArrayList<>(List.of(slot));
        memory.filter(it -> slots > 1).ifPresent(shared::add);
        if (gpus.shared() > 0) {
            shared.add(Resource.of(GPU, Count.exactly(gpus.shared())));
        }
        boolean isShared = shared.size() > 1;
        Resource inside = isShared ? Resource.slot(NODE, Count.exactly(1), shared.toArray(Resource[]::new)) : slot;
        boolean isEven = counts.tasks().isEmpty() || all == slots * nodes.min();
        return new ResourceShape(
                Resource.of(NODE, nodes, inside),
                isEven ? new TaskCount.PerSlot(1) : new TaskCount.Total(all),
                isShared ? EnumSet.of(Extension.NODE_SLOTS, Extension.NESTED_SLOTS) : EnumSet.of(Extension.NODE_SLOTS));
    }

    /**
     * The slots of tasks in one place.
     *
     * @param slots how many are there
     * @param gpus of each
     * @param memory of the place, where it is that of its only slot
     */
    private static Resource slot(ResourceCounts counts, long slots, long gpus, Optional<Resource> memory) {
        long cores = counts.cores().orElse(1);
        List<Resource> parts = new ArrayList<>(List.of(Resource.of(CORE, Count.exactly(cores))));
        if (gpus > 0) {
            parts.add(Resource.of(GPU, Count.exactly(gpus)));
        }
        memory.or(() -> counts.memoryPerTask()
                        .or(() -> counts.memoryPerCore().map(size -> size.times(cores)))
                        .map(ResourceShape::memory))
                .ifPresent(parts::add);
        return Resource.slot(TASK, Count.exactly(slots), parts.toArray(Resource[]::new));
    }

    private static Resource memory(MemorySize size) {
        return new Resource(
                MEMORY,
                Count.exactly(Math.max(1, size.gigabytes())),
                GIGABYTES,
                Exclusivity.UNSPECIFIED,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
