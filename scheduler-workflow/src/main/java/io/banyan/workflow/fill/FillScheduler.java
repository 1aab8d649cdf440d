package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The server of tasks as a state machine: sets of tasks come in, and ranges of tasks go to workers, each of which
 * starts what fits (see {@link WorkerQueue}).
 *
 * <p>A worker gets tasks in batches ahead of their start. When it runs dry, tasks that have not started are recalled
 * from the worker with the longest queue. When a worker is lost, its tasks go back: those that ran count against their
 * crash limit. After a restart on the same journal, no task runs again whose end is in the journal, and workers that
 * come back keep their tasks.
 *
 * <p>Tasks of a higher priority are sent first, then those of earlier sets. The method is that of HyperQueue: Beránek
 * et al., <i>HyperQueue: Efficient and ergonomic task graphs on HPC clusters</i>, SoftwareX 27, 2024.
 *
 * <p>An event costs O(log workers + log sets) for each of its tasks and for each different need of ready tasks. A task
 * costs a byte, a word, and a word for each dependency. For one thread at a time.
 */
public final class FillScheduler {
    /** The greatest number of different needs among the sets that are not over. */
    private static final int MOST_CLASSES = 256;

    private static final int MOST_SETS = 1_000_000;

    private final FillState state = new FillState();
    private final TaskEnds ends = new TaskEnds(state);
    private final GangBooks gangs = new GangBooks(state);
    private final WorkerTalk talk = new WorkerTalk(state, ends, gangs);
    private final TaskCancellation cancellation = new TaskCancellation(state, ends);
    private final TaskDispatch dispatch = new TaskDispatch(state, gangs);
    private final TaskStealing stealing = new TaskStealing(state);
    private final boolean isStealing;
    private long holdUntil = Long.MIN_VALUE;

    /** Makes a scheduler without sets and workers. */
    public FillScheduler() {
        this(true);
    }

    /** Makes a scheduler that recalls tasks for dry workers, or one that does not, for comparison. */
    public FillScheduler(boolean isStealing) {
        this.isStealing = isStealing;
    }

    /**
     * Returns a scheduler with the sets of a journal.
     *
     * @param records the records of the journal
     * @param holdUntil the time until which nothing is sent, so that workers can come back with their tasks
     */
    public static FillScheduler replay(List<FillRecord> records, long holdUntil) {
        var scheduler = new FillScheduler();
        records.forEach(scheduler::apply);
        for (SetBook set : scheduler.state.sets().values()) {
            if (set.isCancelled) {
                scheduler.ends.skipAll(set);
            } else {
                scheduler.ends.skipCancelled(set);
            }
            scheduler.ends.settle(set);
        }
        scheduler.state.ends().flush(0, new ArrayList<>());
        scheduler.holdUntil = holdUntil;
        return scheduler;
    }

    private void apply(FillRecord record) {
        switch (record) {
            case FillRecord.SetSubmitted submitted -> add(submitted.set());
            case FillRecord.SetCancelled cancelled -> known(cancelled.set()).isCancelled = true;
            case FillRecord.TasksCancelled cancelled ->
                cancelled.tasks().forEach(range -> {
                    SetBook set = known(range.set());
                    IntStream.range(range.from(), range.to()).forEach(set::cancel);
                });
            case FillRecord.TasksEnded ended -> applyEnds(ended);
        }
    }

    private void applyEnds(FillRecord.TasksEnded ended) {
        for (TaskRange range : ended.crashed()) {
            SetBook set = known(range.set());
            for (int task = range.from(); task < range.to(); task++) {
                set.addCrash(task);
            }
        }
        for (TaskRange range : ended.done()) {
            SetBook set = known(range.set());
            for (int task = range.from(); task < range.to(); task++) {
                applyEnd(set, task, TaskPhase.DONE);
            }
        }
        for (TaskFailure failure : ended.failed()) {
            applyEnd(known(failure.set()), failure.task(), TaskPhase.FAILED);
        }
        ended.done().forEach(range -> ends.settle(known(range.set())));
        ended.failed().forEach(failure -> ends.settle(known(failure.set())));
    }

    private void applyEnd(SetBook set, int task, TaskPhase phase) {
        if (set.phase(task).isOver()) {
            throw new IllegalArgumentException(
                    "task " + task + " of set " + set.set.number() + " ends twice in the journal");
        }
        ends.finish(set, task, phase);
    }

    private SetBook known(int number) {
        SetBook set = state.set(number);
        if (set == null) {
            throw new IllegalArgumentException("set " + number + " ends before it begins in the journal");
        }
        return set;
    }

    /**
     * Handles an event, and returns the effects in the order in which they must be carried out.
     *
     * @param event the event
     * @param nowMillis the time of a clock that does not go back, in milliseconds
     */
    public List<FillEffect> on(FillEvent event, long nowMillis) {
        state.begin(nowMillis);
        switch (event) {
            case FillEvent.Submitted submitted -> submit(submitted.set());
            case FillEvent.Cancelled cancelled -> cancel(cancelled.set());
            case FillEvent.TasksCancelled cancelled -> cancellation.cancel(cancelled.tasks());
            case FillEvent.HoldEnded ended -> holdUntil = Long.MIN_VALUE;
            case FillEvent.WorkerCame came -> came(came);
            case FillEvent.WorkerGone gone -> find(gone.worker()).ifPresent(talk::gone);
            case FillEvent.Reported reported ->
                find(reported.worker()).ifPresent(worker -> talk.reported(worker, reported.report()));
            case FillEvent.Woken woken -> {}
        }
        gangs.releaseEnded();
        if (state.now() >= holdUntil) {
            dispatch.run();
            state.sendAll();
            if (isStealing) {
                stealing.run();
            }
        } else {
            state.effect(new FillEffect.WakeAt(holdUntil));
        }
        state.ends().flush(state.now(), state.effects());
        return state.effects();
    }

    private Optional<WorkerBook> find(int worker) {
        return Optional.ofNullable(state.workers().get(worker));
    }

    private void submit(FillSet set) {
        Optional<String> refusal = refusal(set);
        if (refusal.isPresent()) {
            state.effect(new FillEffect.Refused(refusal.get()));
            return;
        }
        state.effect(new FillEffect.Append(new FillRecord.SetSubmitted(set)));
        SetBook book = add(set);
        ends.settle(book);
    }

    private Optional<String> refusal(FillSet set) {
        if (set.number() != nextSet()) {
            return Optional.of("the next set has number " + nextSet() + ", not " + set.number());
        }
        if (state.sets().size() >= MOST_SETS) {
            return Optional.of("a filler has at most " + MOST_SETS + " sets of tasks");
        }
        if (state.isFullOfClasses(set.request(), MOST_CLASSES)) {
            return Optional.of("the sets of a filler have at most " + MOST_CLASSES + " different needs");
        }
        return Optional.empty();
    }

    private SetBook add(FillSet set) {
        int openSets = 0;
        boolean isHopeless = false;
        for (int before : set.after()) {
            SetBook other = known(before);
            isHopeless |= other.isReported && !other.isSuccess();
            openSets += other.isReported ? 0 : 1;
        }
        var book = new SetBook(set, state.classOf(set.request()), openSets);
        set.after().stream()
                .map(this::known)
                .filter(other -> !other.isReported)
                .forEach(other -> other.followers.add(book));
        state.put(book);
        if (isHopeless) {
            ends.skipAll(book);
        }
        return book;
    }

    private void cancel(int number) {
        SetBook set = state.set(number);
        if (set == null) {
            state.effect(new FillEffect.Refused("there is no set " + number));
        } else if (!set.isReported && !set.isCancelled) {
            cancellation.cancelAll(set);
        }
    }

    private void came(FillEvent.WorkerCame came) {
        if (came.worker() <= SetBook.NOWHERE || state.workers().containsKey(came.worker())) {
            throw new IllegalArgumentException("worker " + came.worker() + " is there already");
        }
        find(came.earlier()).ifPresent(talk::replaced);
        WorkerShape shape = state.shapeOf(came.offer());
        talk.came(new WorkerBook(came.worker(), came.offer(), shape, state.now()), came.held());
    }

    /** Returns the number of the next set. */
    public int nextSet() {
        return state.sets().isEmpty() ? 1 : state.sets().lastKey() + 1;
    }

    /** Returns the numbers of tasks of each set by state. O(sets). */
    public List<SetReport> reports() {
        return state.sets().values().stream().map(SetBook::report).toList();
    }

    /**
     * Returns the state of a task.
     *
     * @throws IllegalArgumentException if there is no such task
     */
    public TaskPhase phase(int set, int task) {
        if (task < 0 || task >= tasks(set)) {
            throw new IllegalArgumentException("there is no task " + task + " of set " + set);
        }
        return known(set).phase(task);
    }

    /** Returns the number of tasks of a set, 0 if there is no such set. */
    public int tasks(int set) {
        SetBook book = state.set(set);
        return book == null ? 0 : book.set.tasks();
    }

    /** Returns the sets that are known, in their order. */
    public List<FillSet> sets() {
        return state.sets().values().stream().map(book -> book.set).toList();
    }

    /** Returns whether all tasks of all sets are over. */
    public boolean isOver() {
        return state.openSets() == 0;
    }

    /**
     * Returns the sets with ready tasks that no present worker has the resources for, gangs that need more workers
     * than there are among them. O(sets with ready tasks, shapes of workers).
     */
    public List<Integer> unplaceable() {
        return state.unplaceable();
    }

    /** Returns the number of steps that all events took; each costs O(log workers + log sets) at most. */
    public long steps() {
        return state.steps();
    }

    /**
     * Compares the books with each other. O(tasks + workers).
     *
     * @throws IllegalStateException if two differ
     */
    public void checkInvariants() {
        new FillCheck(state, gangs).run();
    }
}
