package io.banyan.instance.hierarchy;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Prerequisites;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;

/**
 * The life of a submitted job beside its turn in the queue: the conditions under which it waits, its deadline, and its
 * requeue.
 */
public final class JobLifecycle {
    private static final long NEVER_SEC = Long.MAX_VALUE;

    private final InstanceState state;
    private final JobCompletion completion;
    /** After when it is too late for a job to start. */
    private final DueTimes<JobId> tooLate = new DueTimes<>();
    /** The first time at which a job may start before its booked start. */
    private final DueTimes<JobId> ready = new DueTimes<>();
    /** Until when promises of nodes have been examined for changes. */
    private long examinedSec;

    /** The calls that are answered about a job after the next pass of the queue. */
    private final List<Told> told = new ArrayList<>();

    private record Told(String call, JobRecord before) {}

    public JobLifecycle(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
    }

    public long nextDeadline() {
        return Math.min(
                Math.min(Math.min(tooLate.next(), ready.next()), nextStepMillis()),
                state.submitted().prerequisites().nextBegin());
    }

    /** When the promise of nodes to a job changes, although no job returns nodes. */
    private long nextStepMillis() {
        long sec = state.isJoined() ? state.schedule().promises().nextChange(examinedSec) : NEVER_SEC;
        return sec == NEVER_SEC ? NEVER_SEC : sec * 1000;
    }

    /**
     * Why a job cannot be submitted under these conditions; empty where it can.
     *
     * @param name the name of the job; empty where it has no name
     */
    public Optional<String> obstacle(Conditions conditions, String name, long durationSec, long nowMillis) {
        if (conditions.isSingleton() && name.isEmpty()) {
            return Optional.of("a job with the dependency 'singleton' must have a name");
        }
        for (Dependency dependency : conditions.dependencies()) {
            Optional<String> never = obstacle(dependency);
            if (never.isPresent()) {
                return never;
            }
        }
        return tooLong(state, conditions, durationSec, nowMillis);
    }

    /**
     * All jobs must be known, also where one is enough: an unknown number could be that of the new job itself, or of a
     * job that is submitted later. Of several jobs of which one is enough, the reason is that of the last. O(jobs that
     * are named and known).
     */
    private Optional<String> obstacle(Dependency dependency) {
        Optional<String> never = Optional.empty();
        boolean isPossible = false;
        PrimitiveIterator.OfLong numbers = dependency.jobs().longs().iterator();
        while (numbers.hasNext()) {
            JobId id = new JobId(numbers.nextLong());
            Optional<JobRecord> other = state.jobs().find(id);
            if (other.isEmpty()) {
                return Optional.of("there is no job " + id + " here, so the dependency "
                        + dependency.scheme().word() + " cannot be met");
            }
            Optional<String> here = obstacle(dependency.scheme(), other.get());
            if (here.isPresent() && !dependency.any()) {
                return here;
            }
            isPossible |= here.isEmpty();
            if (here.isPresent()) {
                never = here;
            }
        }
        return isPossible ? Optional.empty() : never;
    }

    /**
     * Why a job that waits cannot end by its deadline, or before the resources expire, where it is to run for so long;
     * empty where it can, or has neither.
     */
    public static Optional<String> tooLong(
            InstanceState state, Conditions conditions, long durationSec, long nowMillis) {
        if (conditions.deadlineSec().isPresent() && durationSec == 0) {
            return Optional.of("a job with a deadline must have a duration");
        }
        long endSec = lastEndSec(state, conditions);
        long first = Math.max(nowMillis, conditions.beginMillis().orElse(nowMillis));
        return endSec != NEVER_SEC && lastStartMillis(endSec, durationSec) < first
                ? Optional.of(wouldRun(durationSec) + " and cannot end " + by(state, endSec))
                : Optional.empty();
    }

    private static String wouldRun(long durationSec) {
        return durationSec == 0 ? "the job would run" : "the job would run for " + durationSec + " s";
    }

    private static String by(InstanceState state, long endSec) {
        Instant end = Instant.ofEpochSecond(endSec);
        return state.expirationSec().orElse(NEVER_SEC) == endSec
                ? "at " + end + ", when the resources of this instance expire"
                : "at its deadline, " + end;
    }

    private Optional<String> obstacle(Dependency.Scheme scheme, JobRecord other) {
        Prerequisites.Course course = Prerequisites.Course.of(other, state.jobs());
        return course.state().isOver() && !course.meets(scheme)
                ? Optional.of(Prerequisites.broken(scheme, other.id(), course))
                : Optional.empty();
    }

    /** When a job has to have ended: at its deadline, or when the resources expire. */
    private static long lastEndSec(InstanceState state, Conditions conditions) {
        return Math.min(
                conditions.deadlineSec().orElse(NEVER_SEC),
                state.expirationSec().orElse(NEVER_SEC));
    }

    /** One that does not say how long it runs takes a second at least. */
    private static long lastStartMillis(long endSec, long durationSec) {
        return (endSec - Math.max(1, durationSec)) * 1000;
    }

    /**
     * When a job has to start that is to have ended at its deadline, and before the resources expire; never too late,
     * where it has neither.
     */
    public static long lastStartSec(InstanceState state, Jobspec jobspec) {
        long endSec = lastEndSec(state, Conditions.of(jobspec));
        return endSec == NEVER_SEC
                ? NEVER_SEC
                : Math.floorDiv(lastStartMillis(endSec, jobspec.attributes().durationSec()), 1000);
    }

    /** A job waits, for the first time or again. */
    public void track(JobId job) {
        Optional<Jobspec> jobspec = state.submitted().jobspecOf(job);
        if (jobspec.isEmpty()) {
            return;
        }
        Conditions conditions = Conditions.of(jobspec.get());
        long durationSec = jobspec.get().attributes().durationSec();
        long endSec = lastEndSec(state, conditions);
        boolean isBounded =
                endSec != NEVER_SEC && (durationSec > 0 || state.expirationSec().isPresent());
        if (isBounded) {
            tooLate.set(job, lastStartMillis(endSec, durationSec) + 1);
        }
        trackReady(job, jobspec.get());
    }

    private void trackReady(JobId job, Jobspec jobspec) {
        if (BookedJobs.isPromised(state, jobspec)) {
            long submitSec = state.jobs()
                    .find(job)
                    .flatMap(JobRecord::submission)
                    .map(submission -> Math.floorDiv(submission.atMillis(), 1000L))
                    .orElse(0L);
            ready.set(
                    job,
                    BookedJobs.foresight(state, job.value(), jobspec, submitSec).readySec() * 1000);
        }
    }

    public void restarted() {
        state.submitted().waiting().forEach(this::track);
    }

    /** Cancels waiting jobs that can no longer end in time. A booked job keeps the rest of its booking. */
    public void timeReached(Transition transition) {
        if (ready.next() <= transition.nowMillis()) {
            var unused = ready.due(transition.nowMillis());
            state.transients().mayStart();
        }
        if (nextStepMillis() <= transition.nowMillis()) {
            state.transients().mayStart();
        }
        examinedSec = transition.nowSec();
        for (JobId id :
                tooLate.next() <= transition.nowMillis() ? tooLate.due(transition.nowMillis()) : List.<JobId>of()) {
            long bookedMillis = bookedUntilSec(id) * 1000;
            if (bookedMillis > transition.nowMillis()) {
                tooLate.set(id, bookedMillis);
            } else {
                state.jobs()
                        .find(id)
                        .filter(JobLifecycle::isWaiting)
                        .ifPresent(job -> completion.end(transition, id, JobState.CANCELLED, isTooLate(id)));
            }
        }
    }

    /** Returns the end of a job's booking, in seconds since the epoch; 0 if the job was not booked at submission. */
    private long bookedUntilSec(JobId id) {
        return state.submitted().queue().isBooked(id)
                ? state.schedule()
                        .holdings()
                        .booking(id)
                        .map(booking -> booking.window().endSec())
                        .orElse(0L)
                : 0;
    }

    private String isTooLate(JobId id) {
        Jobspec jobspec = state.submitted().jobspecOf(id).orElseThrow();
        long endSec = lastEndSec(state, Conditions.of(jobspec));
        if (state.expirationSec().orElse(NEVER_SEC) == endSec) {
            return wouldRun(jobspec.attributes().durationSec()) + " and can no longer end by "
                    + Instant.ofEpochSecond(endSec) + ", when the resources of this instance expire";
        }
        return "it would run for " + jobspec.attributes().durationSec() + " s and cannot end by its deadline, "
                + Instant.ofEpochSecond(endSec);
    }

    private static boolean isWaiting(JobRecord job) {
        return job.submission().isPresent() && (job.state() == JobState.PENDING || job.state() == JobState.RESERVED);
    }

    /** Lets those into the queue for which all has come, and ends those for which it cannot come any more. */
    public void goOn(Transition transition) {
        Prerequisites prerequisites = state.submitted().prerequisites();
        for (Map.@Nullable Entry<JobId, String> broken = prerequisites.firstBroken();
                broken != null;
                broken = prerequisites.firstBroken()) {
            completion.end(transition, broken.getKey(), JobState.CANCELLED, broken.getValue());
        }
        for (Optional<JobId> ready = prerequisites.ready(transition.nowMillis());
                ready.isPresent();
                ready = prerequisites.ready(transition.nowMillis())) {
            transition.decide(new JobDecision.JobEligible(ready.get()));
        }
    }

    public void requeue(Transition transition, String call, JobRequest.Requeue request) {
        Optional<JobRecord> job = submitted(transition, call, request.job());
        if (job.isEmpty() || JobCompletion.isElsewhere(transition, call, job.get(), request.states())) {
            return;
        }
        if (job.get().state() != JobState.RUNNING) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + request.job() + " is not running: it is "
                            + job.get().state());
        } else if (completion.isInEpilog(request.job())) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + request.job() + " is no longer running: " + JobCompletion.IN_EPILOG);
        } else if (completion.hasGrown(job.get().id())) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "resources were grown for job " + request.job() + "; shrink them first");
        } else {
            requeue(transition, call, job.get());
        }
    }

    /** One that could not meet its deadline any more would be cancelled as soon as it waits. */
    private void requeue(Transition transition, String call, JobRecord job) {
        Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
        Optional<String> tooLong =
                tooLong(state, Conditions.of(jobspec), jobspec.attributes().durationSec(), transition.nowMillis());
        if (tooLong.isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, tooLong.get() + " if it started again");
            return;
        }
        completion.stop(transition, job, JobState.PENDING, "the job was requeued");
        reply(transition, call, job.id());
    }

    /** Requeues a job after its processes have ended. */
    public void requeued(Transition transition, JobId job) {
        completion.requeue(transition, job);
        track(job);
    }

    /**
     * Nothing of a job with an instance runs any more: it ends, or waits again, as its stop requested. Resources that
     * its instance has grown meanwhile cannot wait with it.
     *
     * @param left a note about resources that the instance may have left at providers; empty for none
     */
    public void instanceEnded(Transition transition, JobRecord job, String left) {
        JobState then = state.jobs().stateAfterStop(job.id());
        boolean waitsAgain = then == JobState.PENDING;
        if (waitsAgain && !completion.hasGrown(job.id())) {
            requeued(transition, job.id());
        } else {
            completion.end(transition, job.id(), waitsAgain ? JobState.FAILED : then, job.detail() + left);
        }
    }

    /**
     * Answers a call with a job once the queue has been looked at: the job may have started by then, or have a plan.
     */
    public void tellLater(String call, JobRecord job) {
        told.add(new Told(call, job));
    }

    /** The queue has been looked at: the calls that wait for that are answered. */
    public void tell(Transition transition) {
        if (told.isEmpty()) {
            return;
        }
        told.forEach(it -> transition.reply(
                it.call,
                new JobAnswer.Submitted(state.jobs().find(it.before.id()).orElse(it.before))));
        told.clear();
    }

    private void reply(Transition transition, String call, JobId id) {
        transition.reply(call, new JobAnswer.Submitted(state.jobs().find(id).orElseThrow()));
    }

    /** The job of a request, where it was submitted; the request fails where it was not. */
    public Optional<JobRecord> submitted(Transition transition, String call, JobId id) {
        Optional<JobRecord> job = state.jobs().find(id);
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no job " + id + " here");
        } else if (job.get().submission().isEmpty()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + id + " was never in the queue: its resources were allocated or spawned directly");
            return Optional.empty();
        }
        return job;
    }
}
