package io.banyan.instance;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Excess;
import io.banyan.queue.JobQueue;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Shape;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Says why jobs wait; nothing changes. */
final class Waits {
    /** For so many that ask for something else each it is found out what is missing. */
    private static final int MOST_ASKED = 100;

    private final InstanceState state;
    private final Access access;
    private final Forecast forecast;

    private record Asked(Shape shape, long amount, long durationSec) {}

    Waits(InstanceState state, Access access) {
        this.state = state;
        this.access = access;
        this.forecast = new Forecast(state);
    }

    /** O(jobs that wait + matches), at most {@link #MOST_ASKED} of them. */
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
        Map<JobId, TimeWindow> expected = request.isEstimated() ? forecast.windows(turn.nowSec()) : Map.of();
        List<Waiting> all = of(waiting, turn.nowSec()).stream()
                .map(it -> expected.containsKey(it.job())
                        ? new Waiting(
                                it.job(),
                                it.why(),
                                OptionalLong.of(expected.get(it.job()).startSec()))
                        : it)
                .toList();
        turn.reply(call, new Answer.Pending(all));
    }

    /** O(jobs + matches). */
    void tell(Turn turn, String call, JobRequest.Timeline request) {
        Map<JobId, TimeWindow> expected = forecast.windows(turn.nowSec());
        var asked = new TimeWindow(request.fromSec(), request.toSec());
        List<Span> spans = access.visible(turn.asker(), state.jobs().all()).stream()
                .filter(job -> !job.state().isOver())
                .flatMap(job -> span(job, Optional.ofNullable(expected.get(job.id()))).stream())
                .filter(span -> span.window().overlaps(asked))
                .sorted(Comparator.comparingLong((Span span) -> span.window().startSec())
                        .thenComparing(Span::job))
                .toList();
        turn.reply(call, new Answer.Timeline(spans));
    }

    private static Optional<Span> span(JobRecord job, Optional<TimeWindow> expected) {
        return switch (job.state()) {
            case RUNNING, STOPPING -> Optional.of(new Span(job.id(), job.owner(), job.window(), Span.Kind.HELD));
            case RESERVED -> Optional.of(new Span(job.id(), job.owner(), job.window(), Span.Kind.RESERVED));
            case PENDING -> expected.map(window -> new Span(job.id(), job.owner(), window, Span.Kind.EXPECTED));
            case COMPLETED, CANCELLED, EXPIRED, FAILED -> Optional.empty();
        };
    }

    private boolean isWaiting(JobRecord job) {
        return job.submission().isPresent()
                && switch (job.state()) {
                    case PENDING, RESERVED -> true;
                    case STOPPING -> state.jobs().stateAfterStop(job.id()) == JobState.PENDING;
                    case RUNNING, COMPLETED, CANCELLED, EXPIRED, FAILED -> false;
                };
    }

    private List<Waiting> of(List<JobRecord> jobs, long nowSec) {
        Map<JobId, WaitReason> inQueue = inQueue();
        Map<Asked, List<Reason>> known = new HashMap<>();
        List<Waiting> all = new ArrayList<>();
        for (JobRecord job : jobs) {
            WaitReason why = apartFromQueue(job)
                    .or(() -> Optional.ofNullable(inQueue.get(job.id())))
                    .orElseGet(() -> new WaitReason.Resources(reasons(job.id(), known, nowSec)));
            all.add(new Waiting(job.id(), why));
        }
        return all;
    }

    /** Of those that wait in a queue for something else than room. */
    private Map<JobId, WaitReason> inQueue() {
        JobQueue queue = state.submitted().queue();
        Map<JobId, WaitReason> reasons = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (WaitingJob job : queue.waiting()) {
            String name = job.claim().queue();
            Optional<Excess> excess = queue.excess(job);
            if (queue.isStopped(name)) {
                reasons.put(
                        job.id(),
                        new WaitReason.QueueStopped(
                                name, state.submitted().book().of(name).why()));
            } else if (excess.isPresent()) {
                reasons.put(job.id(), new WaitReason.OverLimit(excess.get()));
            } else {
                int before = counts.merge(name, 1, Integer::sum) - 1;
                QueuePolicy policy = queue.policy(name);
                if (before >= (policy.overtakes() ? policy.depth() : 1)) {
                    reasons.put(job.id(), new WaitReason.Behind(before));
                }
            }
        }
        return reasons;
    }

    private Optional<WaitReason> apartFromQueue(JobRecord job) {
        JobId id = job.id();
        Prerequisites prerequisites = state.submitted().prerequisites();
        if (job.state() == JobState.STOPPING) {
            return Optional.of(new WaitReason.Stopping());
        }
        if (job.submission().filter(Submission::isHeld).isPresent()) {
            return Optional.of(new WaitReason.Held());
        }
        if (prerequisites.awaits(id)) {
            var dependencies = prerequisites.dependencies(id);
            return Optional.of(
                    dependencies.isEmpty()
                            ? new WaitReason.BeginTime(prerequisites.beginMillis(id))
                            : new WaitReason.Depends(dependencies));
        }
        return job.state() == JobState.RESERVED
                ? Optional.of(new WaitReason.Reserved(job.window().startSec()))
                : Optional.empty();
    }

    private List<Reason> reasons(JobId job, Map<Asked, List<Reason>> known, long nowSec) {
        Jobspec jobspec = state.submitted().jobspecOf(job).orElseThrow();
        var asked = new Asked(
                Shape.of(jobspec), Shape.amount(jobspec), jobspec.attributes().durationSec());
        return known.size() < MOST_ASKED
                ? known.computeIfAbsent(asked, it -> reasons(jobspec, nowSec))
                : known.getOrDefault(asked, List.of());
    }

    private List<Reason> reasons(Jobspec jobspec, long nowSec) {
        try {
            return switch (state.resources().matcher().match(jobspec, MatchOperation.WITHOUT_ALLOCATING, nowSec)) {
                case MatchResult.Busy busy -> busy.reasons();
                case MatchResult.Unsatisfiable never -> never.reasons();
                case MatchResult.Allocated it -> List.of();
                case MatchResult.Reserved it -> List.of();
                case MatchResult.Matched it -> List.of();
                case MatchResult.Satisfiable it -> List.of();
            };
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }
}
