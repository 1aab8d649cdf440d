package io.banyan.sim.deadline;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Accepts each job. Jobs start in the order of their arrival. O(1) for each call. */
final class ArrivalQueue implements StartQueue {
    private final Queue<RunningProgram> waiting = new ArrayDeque<>();

    @Override
    public Answer submit(RunningProgram run, long nowMillis) {
        waiting.add(run);
        return new Answer.Accepted(nowMillis, nowMillis);
    }

    @Override
    public void wake() {}

    @Override
    public Optional<RunningProgram> next(long nowMillis, ProcessSlots slots) {
        while (!waiting.isEmpty() && waiting.element().isOver) {
            waiting.remove();
        }
        return Optional.ofNullable(waiting.peek());
    }

    @Override
    public void started(RunningProgram run, long nowMillis) {
        waiting.remove();
    }

    @Override
    public void ended(RunningProgram run) {}

    @Override
    public void checkInvariants() {}
}
