package io.banyan.cli.quickstart;

import io.banyan.instance.Amount;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.jobspec.Task;
import io.banyan.jobspec.TaskCount;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The job that takes what is left of an instance, so that its next request has to climb. */
final class Filler {
    private static final String NODE = "node";
    private static final String CORE = "core";
    private static final String SLOT = "default";

    private Filler() {}

    /** A jobspec for all nodes that are free, else for all cores that are; empty where nothing is. */
    static Optional<Jobspec> of(Map<String, Amount> amounts) {
        for (String type : List.of(NODE, CORE)) {
            Amount amount = amounts.get(type);
            if (amount != null && amount.free() > 0) {
                return Optional.of(jobspec(type, amount.free()));
            }
        }
        return Optional.empty();
    }

    private static Jobspec jobspec(String type, long count) {
        Resource slot = Resource.slot(SLOT, Count.exactly(count), Resource.of(type, Count.exactly(1)));
        Task task = new Task(List.of("app"), SLOT, new TaskCount.PerSlot(1), Optional.empty(), Map.of());
        return new Jobspec(1, List.of(slot), List.of(task), Attributes.none());
    }
}
