package io.banyan.sim.workload;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.queue.Queues;
import io.banyan.resource.ResourceType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The jobspecs of the jobs of a workload: one slot of one unit for each unit of size, in the queue that the job names
 * if there is one. Jobs of the same size share their requests. O(1) for each job.
 */
public final class SlotJobspecs implements Function<TraceJob, Jobspec> {
    private final ResourceType unit;
    private final Queues queues;
    private final Map<Integer, List<Resource>> bySize = new HashMap<>();

    /** Slots of this unit. */
    public SlotJobspecs(ResourceType unit, Queues queues) {
        this.unit = unit;
        this.queues = queues;
    }

    @Override
    public Jobspec apply(TraceJob job) {
        Attributes lasting = Attributes.lasting(job.limitSec());
        boolean isElsewhere = queues.find(job.queue()).isEmpty();
        return new Jobspec(
                1,
                bySize.computeIfAbsent(job.size(), this::slots),
                List.of(),
                isElsewhere ? lasting : lasting.inQueue(job.queue(), new Constraint.Any()));
    }

    private List<Resource> slots(int count) {
        return List.of(Resource.slot("task", Count.exactly(count), Resource.of(unit.name(), Count.exactly(1))));
    }
}
