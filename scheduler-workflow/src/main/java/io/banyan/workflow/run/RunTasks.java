package io.banyan.workflow.run;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tasks of a run, by their states. Each change costs O(1). */
final class RunTasks {
    private final Map<String, TaskRecord> tasks = new LinkedHashMap<>();
    /** The tasks that are ready, or whose outputs are to be read. */
    private final Set<String> due = new LinkedHashSet<>();
    /** The tasks whose jobs wait or run. */
    private final Set<String> withJob = new LinkedHashSet<>();

    private final Set<String> changed = new LinkedHashSet<>();

    /** Sets the state of a task, which may be new. */
    void put(TaskRecord task) {
        String id = task.task().id();
        tasks.put(id, task);
        changed.add(id);
        set(withJob, id, task.hasJob());
        set(due, id, isDue(task));
    }

    private static void set(Set<String> ids, String id, boolean isMember) {
        if (isMember) {
            ids.add(id);
        } else {
            ids.remove(id);
        }
    }

    private static boolean isDue(TaskRecord task) {
        return task.state() == TaskRecord.State.READY || task.state() == TaskRecord.State.ENDED;
    }

    /** Returns the tasks in the order in which they became ready. */
    Collection<TaskRecord> all() {
        return Collections.unmodifiableCollection(tasks.values());
    }

    Optional<TaskRecord> find(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    /** Returns a task in an attempt; empty if the attempt or the task is over. */
    Optional<TaskRecord> current(String id, int attempt) {
        return find(id).filter(task -> task.attempt() == attempt && !task.isOver());
    }

    /** Returns the tasks that are ready, or whose outputs are to be read. */
    List<TaskRecord> due() {
        return due.stream().map(tasks::get).toList();
    }

    /** Returns the tasks whose jobs wait or run. */
    List<TaskRecord> withJob() {
        return withJob.stream().map(tasks::get).toList();
    }

    /** Returns whether no task is due or has a job. */
    boolean isIdle() {
        return due.isEmpty() && withJob.isEmpty();
    }

    /** Returns the tasks that have changed since the last call. */
    List<TaskRecord> takeChanged() {
        List<TaskRecord> taken = changed.stream().map(tasks::get).toList();
        changed.clear();
        return taken;
    }

    /** Checks that the sets agree with the states. O(tasks). */
    void checkInvariants() {
        for (TaskRecord task : tasks.values()) {
            String id = task.task().id();
            boolean isSound = due.contains(id) == isDue(task)
                    && withJob.contains(id) == task.hasJob()
                    && (!task.hasJob() || !task.job().isEmpty());
            if (!isSound) {
                throw new IllegalStateException("the sets of tasks do not agree with " + task);
            }
        }
    }
}
