package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of several workers. One at a time collects its workers: those with the least load get no further tasks and
 * give back their queues, until all of them are idle.
 */
final class GangBooks {
    private final FillState state;
    private final Map<Long, GangBook> started = new HashMap<>();
    private final List<GangBook> ended = new ArrayList<>();
    private @Nullable GangBook collecting;

    GangBooks(FillState state) {
        this.state = state;
    }

    private static long key(SetBook set, int task) {
        return ((long) set.set.number() << Integer.SIZE) | task;
    }

    /** Starts the gang that collects its workers, if they are idle. */
    void startIfIdle() {
        GangBook gang = collecting;
        if (gang == null) {
            return;
        }
        if (gang.set.count(TaskPhase.READY) == 0) {
            release(gang);
            collecting = null;
        } else if (gang.members.stream().allMatch(GangBooks::isIdle)) {
            start(gang);
            state.refresh(gang.set);
        }
    }

    /** Starts tasks of a set of gangs, and begins to collect the workers for the next one. O(workers) a task. */
    void collect(SetBook set) {
        while (collecting == null && set.count(TaskPhase.READY) > 0) {
            List<WorkerBook> members = choose(set);
            if (members.isEmpty()) {
                return;
            }
            var gang = new GangBook(set, members);
            collecting = gang;
            members.forEach(member -> hold(member, gang));
            if (members.stream().allMatch(GangBooks::isIdle)) {
                start(gang);
            }
        }
    }

    private List<WorkerBook> choose(SetBook set) {
        List<WorkerBook> fitting = new ArrayList<>();
        for (WorkerShape shape : state.shapes()) {
            if (set.needs.demand(shape).length > 0) {
                fitting.addAll(shape.workers());
            }
        }
        int nodes = set.set.request().nodes();
        if (fitting.size() < nodes) {
            return List.of();
        }
        fitting.sort(WorkerBook.BY_LOAD);
        List<WorkerBook> members = new ArrayList<>(fitting.subList(0, nodes));
        members.sort(Comparator.comparingInt(member -> member.number));
        return members;
    }

    private void hold(WorkerBook worker, GangBook gang) {
        state.lift(worker);
        worker.gang = gang;
        worker.held.forEach((set, tasks) -> {
            if (tasks.queued > 0) {
                worker.recalls++;
                state.effectAfterSends(new FillEffect.Recall(worker.number, set.set.number(), tasks.queued));
            }
        });
    }

    private static boolean isIdle(WorkerBook worker) {
        return worker.isEmpty() && worker.recalls == 0;
    }

    private void start(GangBook gang) {
        var tasks = new TaskRanges();
        WorkerBook root = gang.root();
        gang.set.take(1, root.number, tasks);
        gang.task = tasks.take().getFirst().from();
        root.addQueued(gang.set, 1);
        started.put(key(gang.set, gang.task), gang);
        List<String> hosts =
                gang.members.stream().map(member -> member.offer.host()).toList();
        state.effect(new FillEffect.SendGang(root.number, gang.set.set.number(), gang.task, hosts));
        collecting = null;
    }

    /** Notes the end of a task. Nothing happens if it is a task of one worker. */
    void ended(SetBook set, int task) {
        if (set.set.request().isGang()) {
            GangBook gang = started.remove(key(set, task));
            if (gang != null) {
                ended.add(gang);
            }
        }
    }

    /** Releases the workers of the tasks that ended in this event. */
    void releaseEnded() {
        ended.forEach(this::release);
        ended.clear();
    }

    private void release(GangBook gang) {
        for (WorkerBook member : gang.members) {
            if (state.workers().get(member.number) == member) {
                state.lift(member);
                member.gang = null;
                state.settle(member);
            }
        }
    }

    /** Handles the loss of a worker, which the caller has removed from the state. */
    void memberGone(WorkerBook worker) {
        GangBook gang = worker.gang;
        if (gang == null) {
            return;
        }
        if (!gang.isStarted()) {
            collecting = null;
            ended.add(gang);
        } else if (gang.root() == worker) {
            ended(gang.set, gang.task);
        } else if (!gang.isLost) {
            gang.isLost = true;
            kill(gang);
        }
    }

    /** Kills a gang whose root came again; its other workers do not know it any more. */
    void adoptRoot(SetBook set, int task, WorkerBook root) {
        var gang = new GangBook(set, List.of(root));
        gang.task = task;
        gang.isLost = true;
        root.gang = gang;
        started.put(key(set, task), gang);
        kill(gang);
    }

    private void kill(GangBook gang) {
        TaskRange task = TaskRange.one(gang.set.set.number(), gang.task);
        state.effect(new FillEffect.Kill(gang.root().number, List.of(task)));
    }

    /** The gangs that hold workers. */
    Collection<GangBook> all() {
        List<GangBook> all = new ArrayList<>(started.values());
        if (collecting != null) {
            all.add(collecting);
        }
        return Collections.unmodifiableList(all);
    }
}
