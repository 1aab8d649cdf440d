package io.banyan.cli.quickstart;

import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.List;
import java.util.Optional;

/** The job that takes the remaining resources of an instance, so that its next request must climb. */
final class Filler {
    private static final String NODE = "node";

    private Filler() {}

    /**
     * A jobspec for all the nodes that are free; empty where none is.
     *
     * @param whole the jobspec with which the instance was spawned, one slot for each of its nodes
     */
    static Optional<Jobspec> of(LevelCount count, Jobspec whole) {
        long free = count.amount(NODE).free();
        return free == 0 ? Optional.empty() : Optional.of(resized(whole, free));
    }

    private static Jobspec resized(Jobspec whole, long slots) {
        Resource slot = whole.resources().get(0);
        Resource resized = slot.withCount(Count.exactly(slots));
        return new Jobspec(whole.version(), List.of(resized), whole.tasks(), whole.attributes());
    }
}
