package io.banyan.instance;

import io.banyan.match.Reason;
import io.banyan.queue.JobQueue;
import io.banyan.queue.Shape;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says why jobs wait, from what is known: nothing is tried for it, and nothing changes. */
final class Waits {
    /** Of so many kinds of request it is remembered why the last one found nothing. */
    private static final int MOST_REMEMBERED = 1_000;

    private final InstanceState state;
    private final Access access;
    private final Map<Asked, List<Reason>> reasons = new HashMap<>();

    private record Asked(Shape shape, long amount) {}

    Waits(InstanceState state, Access access) {
        this.state = state;
        this.access = access;
    }

    /** A job was tried in vain. */
    void foundNothing(WaitingJob job, List<Reason> why) {
        var asked = new Asked(job.shape(), job.amount());
        if (reasons.size() >= MOST_REMEMBERED && !reasons.containsKey(asked)) {
            reasons.clear();
        }
        reasons.put(asked, why);
    }

    /** O(jobs that wait). */
    void tell(Turn turn, String call, JobRequest.Pending request) {
        if (request.job().isPresent()) {
            Optional<JobRecord> job = state.jobs().find(request.job().get());
            if (job.isEmpty()) {
                turn.fail(
                        call,
                        ErrorCode.NOT_FOUND,
                        "there is no job " + request.job().get() + " here");
                return;
            }
            if (!isWaiting(job.get())) {
                turn.fail(
                        call,
                        ErrorCode.WRONG_STATE,
                        "job " + job.get().id() + " does not wait: it is "
                                + job.get().state());
                return;
            }
        }
        List<JobRecord> waiting = access.visible(turn.asker(), state.jobs().all()).stream()
                .filter(this::isWaiting)
                .filter(job -> request.job().isEmpty() || request.job().get().equals(job.id()))
                .toList();
        turn.reply(call, new Answer.Pending(of(waiting)));
    }

    private boolean isWaiting(JobRecord job) {
        return job.submission().isPresent()
                && switch (job.state()) {
                    case PENDING, RESERVED -> true;
                    case STOPPING -> state.jobs().stateAfterStop(job.id()) == JobState.PENDING;
                    case RUNNING, COMPLETED, CANCELLED, EXPIRED, FAILED -> false;
                };
    }

    private List<Waiting> of(List<JobRecord> waiting) {
        Map<JobId, WaitReason> inQueue = inQueue();
        List<Waiting> all = new ArrayList<>();
        for (JobRecord job : waiting) {
            all.add(new Waiting(job.id(), why(job, inQueue)));
        }
        return all;
    }

    private WaitReason why(JobRecord job, Map<JobId, WaitReason> inQueue) {
        JobId id = job.id();
        if (job.state() == JobState.STOPPING) {
            return new WaitReason.Stopping();
        }
        if (job.submission().filter(Submission::isHeld).isPresent()) {
            return new WaitReason.Held();
        }
        Prerequisites prerequisites = state.submitted().prerequisites();
        if (prerequisites.awaits(id)) {
            var dependencies = prerequisites.dependencies(id);
            return dependencies.isEmpty()
                    ? new WaitReason.BeginTime(prerequisites.beginMillis(id))
                    : new WaitReason.Depends(dependencies);
        }
        return job.state() == JobState.RESERVED
                ? new WaitReason.Reserved(job.window().startSec())
                : inQueue.getOrDefault(id, new WaitReason.Resources(List.of()));
    }

    private Map<JobId, WaitReason> inQueue() {
        Map<JobId, WaitReason> why = new HashMap<>();
        JobQueue queue = state.submitted().queue();
        int before = 0;
        for (WaitingJob job : queue.waiting()) {
            boolean isLookedAt =
                    queue.policy().overtakes() ? before < queue.policy().depth() : before == 0;
            why.put(
                    job.id(),
                    isLookedAt
                            ? new WaitReason.Resources(
                                    reasons.getOrDefault(new Asked(job.shape(), job.amount()), List.of()))
                            : new WaitReason.Behind(before));
            before++;
        }
        return why;
    }
}
