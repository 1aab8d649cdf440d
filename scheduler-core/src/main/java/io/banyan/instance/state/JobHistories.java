package io.banyan.instance.state;

import io.banyan.instance.message.client.JobEvent;
import io.banyan.instance.message.client.JobEvent.Kind;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The events of the jobs that are remembered, and the jobspecs of those that have ended. It follows the decisions, so a
 * replay brings it back. Submission, start and end are known from the job, so a job without changes costs nothing here
 * until it ends. No decision depends on it.
 */
public final class JobHistories {
    /** The most events of one job that are kept; the oldest go first. */
    public static final int MOST = 64;

    private static final int MILLIS = 1_000;

    private final Jobs jobs;
    private final Function<JobId, Optional<Jobspec>> jobspecs;
    private final Accounts accounts;
    private final Map<JobId, Deque<JobEvent>> events = new HashMap<>();
    private final Map<JobId, Jobspec> ended = new HashMap<>();
    /** The jobspec of the last ended job, and its kept form: the jobs of an array share one. */
    private @Nullable Jobspec lastWhole;

    private @Nullable Jobspec lastKept;

    JobHistories(Jobs jobs, Function<JobId, Optional<Jobspec>> jobspecs, Accounts accounts) {
        this.jobs = jobs;
        this.jobspecs = jobspecs;
        this.accounts = accounts;
    }

    /** A decision was applied. O(log of the jobs that it is about). */
    void note(Decision decision, long atMillis) {
        switch (decision) {
            case JobDecision it -> ofJob(it, atMillis);
            case RescaleDecision it -> add(it.job(), atMillis, Kind.RESCALED, rescaled(it));
            case GrowDecision.Grown it ->
                it.job()
                        .ifPresent(job -> add(
                                job,
                                atMillis,
                                Kind.GROWN,
                                it.grant().subgraph().vertices().size() + " vertices from "
                                        + it.grant().source()));
            case ReturnDecision.GaveBack it -> {
                released(it.released(), atMillis);
                it.child()
                        .filter(child -> it.released().stream()
                                .noneMatch(release -> release.job().equals(child)))
                        .ifPresent(child -> add(child, atMillis, Kind.SHRUNK, tops(it.fromChild())));
            }
            case ReturnDecision.Retained it -> released(it.released(), atMillis);
            case Decision other -> {
                // It changes no job.
            }
        }
    }

    private void ofJob(JobDecision decision, long atMillis) {
        JobId job = decision.job();
        switch (decision) {
            case JobDecision.JobEligible it -> add(job, atMillis, Kind.ELIGIBLE, "");
            case JobDecision.JobUrged it ->
                add(job, atMillis, Kind.URGED, it.urgency() == Submission.HELD ? "held" : "urgency " + it.urgency());
            case JobDecision.JobLimited it ->
                add(job, atMillis, Kind.LIMITED, it.durationSec() == 0 ? "no time limit" : it.durationSec() + " s");
            case JobDecision.JobRequeued it -> requeued(job, atMillis);
            case JobDecision.JobStopping it -> add(job, atMillis, Kind.STOPPING, it.why());
            case JobDecision.JobHurt it -> add(job, atMillis, Kind.DEGRADED, FirstItems.of(it.paths()));
            case JobDecision.PartlyCancelled it -> add(job, atMillis, Kind.SHRUNK, FirstItems.of(it.paths()));
            // The job's own record contains its submission, start and end, and a plan can change at any time.
            case JobDecision.JobSubmitted it -> {}
            case JobDecision.JobGranted it -> {}
            case JobDecision.JobStarted it -> {}
            case JobDecision.JobEnded it -> {}
            case JobDecision.JobUnplanned it -> {}
        }
    }

    private static String rescaled(RescaleDecision decision) {
        return switch (decision) {
            case RescaleDecision.Proposed it -> it.from() + " slots to " + it.to() + " proposed";
            case RescaleDecision.Settled it ->
                it.outcome().name().toLowerCase(Locale.ROOT) + (it.why().isEmpty() ? "" : ": " + it.why());
        };
    }

    private void released(List<ReturnDecision.Release> released, long atMillis) {
        released.forEach(it -> add(it.job(), atMillis, Kind.SHRUNK, FirstItems.of(it.paths())));
    }

    private static String tops(List<Parcel> parcels) {
        return FirstItems.of(
                parcels.stream().flatMap(parcel -> parcel.paths().stream()).toList());
    }

    /** The next run has another start. */
    private void requeued(JobId job, long atMillis) {
        accounts.of(job, atMillis / MILLIS)
                .ifPresent(account -> account.startedSec()
                        .ifPresent(sec -> insertStart(noted(job), new JobEvent(sec * MILLIS, Kind.STARTED, ""))));
        add(job, atMillis, Kind.REQUEUED, "");
    }

    /** Adds an event, except for consequences of the end of a job. */
    private void add(JobId job, long atMillis, Kind kind, String detail) {
        if (jobs.find(job).filter(it -> !it.state().isOver()).isEmpty()) {
            return;
        }
        Deque<JobEvent> all = noted(job);
        all.add(new JobEvent(atMillis, kind, detail));
        while (all.size() > MOST) {
            all.remove();
        }
    }

    private Deque<JobEvent> noted(JobId job) {
        return events.computeIfAbsent(job, it -> new ArrayDeque<>());
    }

    /** A job is over. */
    void ended(JobId job, Optional<Jobspec> jobspec) {
        jobspec.ifPresent(it -> ended.put(job, kept(it)));
    }

    @SuppressWarnings("ReferenceEquality") // the same object is enough, and quick to see
    private Jobspec kept(Jobspec whole) {
        Jobspec last = lastKept;
        if (last != null && lastWhole == whole) {
            return last;
        }
        Jobspec kept = whole.withoutContent();
        lastWhole = whole;
        lastKept = kept;
        return kept;
    }

    /** A job that is over is not remembered any more. */
    void forget(JobId job) {
        events.remove(job);
        ended.remove(job);
    }

    /**
     * Returns the jobspec that a job has or had, without what {@link Jobspec#withoutContent} leaves out; empty where
     * the job did not come through the queue.
     */
    public Optional<Jobspec> jobspecOf(JobId job) {
        return jobspecs.apply(job).map(Jobspec::withoutEnvironment).or(() -> Optional.ofNullable(ended.get(job)));
    }

    /** The events of a job, in their order. O(their number). */
    public List<JobEvent> eventsOf(JobRecord job) {
        Deque<JobEvent> all = new ArrayDeque<>(events.getOrDefault(job.id(), new ArrayDeque<>()));
        job.submission().ifPresent(it -> all.addFirst(new JobEvent(it.atMillis(), Kind.SUBMITTED, "")));
        startOf(job).ifPresent(start -> insertStart(all, start));
        job.endedSec().ifPresent(sec -> all.add(new JobEvent(sec * MILLIS, Kind.ENDED, end(job))));
        return inOrder(all);
    }

    /** Starts and ends are known by the second: none comes before what happened earlier in that second. */
    private static List<JobEvent> inOrder(Iterable<JobEvent> events) {
        List<JobEvent> ordered = new ArrayList<>();
        long atMillis = Long.MIN_VALUE;
        for (JobEvent event : events) {
            atMillis = Math.max(atMillis, event.atMillis());
            ordered.add(new JobEvent(atMillis, event.kind(), event.detail()));
        }
        return ordered;
    }

    private static String end(JobRecord job) {
        String how = job.state().name().toLowerCase(Locale.ROOT);
        return job.detail().isEmpty() || job.detail().equals(how) ? how : how + ": " + job.detail();
    }

    private Optional<JobEvent> startOf(JobRecord job) {
        boolean hasStarted = switch (job.state()) {
            case RUNNING, STOPPING -> true;
            case PENDING, RESERVED -> false;
            case COMPLETED, CANCELLED, EXPIRED, FAILED -> jobs.hadStarted(job.id());
        };
        return hasStarted
                ? job.plan().map(plan -> new JobEvent(plan.startSec() * MILLIS, Kind.STARTED, ""))
                : Optional.empty();
    }

    /** The start is known by the second, so what can only happen to a job that waits comes before it in any case. */
    private static void insertStart(Deque<JobEvent> all, JobEvent start) {
        Deque<JobEvent> later = new ArrayDeque<>();
        while (!all.isEmpty()
                && !isWhileItWaits(all.getLast().kind())
                && all.getLast().atMillis() >= start.atMillis()) {
            later.addFirst(all.removeLast());
        }
        all.add(start);
        all.addAll(later);
    }

    private static boolean isWhileItWaits(Kind kind) {
        return switch (kind) {
            case SUBMITTED, ELIGIBLE, URGED, REQUEUED -> true;
            case LIMITED, STARTED, GROWN, SHRUNK, RESCALED, DEGRADED, STOPPING, ENDED -> false;
        };
    }

    @Override
    public String toString() {
        return events + " " + ended.keySet();
    }
}
