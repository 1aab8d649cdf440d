package io.banyan.instance.jobs;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MatchRun;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.Departures;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.LeftTags;
import io.banyan.schedule.PartialRelease;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Bookings of named resources: books the earlier resources of a job, and frees a part of a job's resources. */
public final class NamedBookings {
    /**
     * The greatest id that a job is named: a thousand million less than half of what {@link Departures} leave, so that
     * matches have ids after it.
     */
    private static final long MAX_ID = (1L << 61) - 1_000_000_000;

    private final InstanceState state;
    private final JobCompletion completion;

    public NamedBookings(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
    }

    public void update(Transition transition, String call, JobRequest.Update request) {
        JobId id = request.job();
        TimeWindow horizon = state.schedule().horizon();
        long at = request.atSec().orElse(transition.nowSec());
        long end = end(at, request.durationSec(), horizon.endSec());
        if (state.jobs().find(id).isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, "job " + id + " exists already");
        } else if (id.value() > MAX_ID) {
            transition.fail(
                    call,
                    ErrorCode.INVALID,
                    "job " + id + " has an id that is too large; the largest allowed is " + MAX_ID
                            + ", to leave ids for new jobs");
        } else if (at >= horizon.endSec()) {
            transition.fail(
                    call, ErrorCode.INVALID, "the time " + at + " is after the end of the plan, " + horizon.endSec());
        } else if (end <= transition.nowSec()) {
            transition.fail(call, ErrorCode.INVALID, "the time of job " + id + " ended at " + end);
        } else {
            // The time before the planned time is ignored.
            book(transition, call, request, new TimeWindow(Math.max(at, horizon.startSec()), end));
        }
    }

    /** Returns the end of a window; without a duration, and at most, the end of the planned time. */
    private static long end(long atSec, long durationSec, long lastSec) {
        return durationSec == 0 || durationSec > lastSec - atSec ? lastSec : atSec + durationSec;
    }

    private void book(Transition transition, String call, JobRequest.Update request, TimeWindow window) {
        state.transients().numbers().passOver(request.job());
        try {
            transition.reply(call, booked(transition, request, window));
        } catch (GraphException | IllegalStateException e) {
            var reasons = LevelReasons.because(state.path(), LevelReasons.LOCAL, ValueChecks.sentenceOf(e));
            transition.reply(call, new Answer.Refused(false, List.of(reasons), run(transition, request)));
        } catch (IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, "the resources cannot be written: " + ValueChecks.sentenceOf(e));
        }
    }

    private Answer booked(Transition transition, JobRequest.Update request, TimeWindow window) throws GraphException {
        JobId id = request.job();
        ResourceGraph graph = state.resources().graph();
        // A reservation that begins now is an allocation.
        BookingKind kind = window.startSec() <= transition.nowSec() ? BookingKind.ALLOCATION : request.kind();
        Selection selection = request.resources().in(state.schedule());
        String text = ResourceWriter.write(
                request.format(), graph, selection, window.startSec(), window.endSec(), Optional.empty());
        var granted = new JobDecision.JobGranted(
                id,
                "",
                transition.asker().name(),
                kind,
                window,
                Optional.empty(),
                state.resources().held().of(selection),
                Optional.empty(),
                new IfLost.Keep());
        transition.decide(granted, selection);
        state.jobs().active(id).ifPresent(job -> completion.track(transition, job));
        var outcome = kind == BookingKind.ALLOCATION ? Answer.MatchOutcome.ALLOCATED : Answer.MatchOutcome.RESERVED;
        return new Answer.Matched(Optional.of(id), outcome, Optional.of(window), text, run(transition, request));
    }

    private static MatchRun run(Transition transition, JobRequest.Update request) {
        return new MatchRun(Optional.of(request.job()), transition.nowSec(), 0, 0, 0);
    }

    public void partialCancel(Transition transition, String call, JobRequest.PartialCancel request) {
        Optional<JobRecord> job = state.jobs().active(request.job());
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "job " + request.job() + " holds nothing here");
        } else if (job.get().isInstance()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + request.job() + " is an instance; shrink that instance, at "
                            + state.childPath(request.job()));
        } else if (job.get().state() == JobState.RESERVED) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + request.job() + " is a reservation and cannot be partly freed");
        } else {
            free(transition, call, request);
        }
    }

    private void free(Transition transition, String call, JobRequest.PartialCancel request) {
        JobId id = request.job();
        PartialRelease part;
        try {
            part = request.part().of(id, state.schedule());
        } catch (GraphException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
            return;
        }
        ResourceGraph graph = state.resources().graph();
        List<String> paths =
                Arrays.stream(part.vertices()).mapToObj(graph::anyPath).toList();
        Optional<GrantOrigin> foreign = grown(id, paths, part.withSubtrees());
        if (foreign.isPresent()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "some of the resources came to job " + id + " with grow "
                            + foreign.get().id() + "; return them with a shrink");
            return;
        }
        LeftTags tags = state.resources().leftTags();
        List<String> left = request.rules() == MatchRules.FLUXION ? tags.wouldStay(id, part.vertices()) : List.of();
        transition.decide(new JobDecision.PartlyCancelled(id, paths, part.amounts(), part.withSubtrees(), left));
        boolean isOver = state.schedule().holdings().isEmpty(id) && !tags.keep(id);
        if (isOver) {
            state.jobs()
                    .active(id)
                    .ifPresent(job ->
                            completion.stop(transition, job, JobState.CANCELLED, "all its resources were freed"));
        }
        transition.reply(call, new JobAnswer.PartlyCancelled(id, paths, isOver));
    }

    /**
     * Returns the origin of resources that were grown for the job from elsewhere, if these are a part of the freed
     * resources.
     */
    private Optional<GrantOrigin> grown(JobId job, List<String> paths, boolean subtrees) {
        return state.origins().grownFor(job).stream()
                .filter(origin -> origin.arrival() != GrowRoute.LOCAL)
                .filter(origin -> paths.stream()
                        .anyMatch(path -> state.origins().of(path).equals(Optional.of(origin))
                                || (subtrees && hasTopBelow(origin, path))))
                .findFirst();
    }

    private static boolean hasTopBelow(GrantOrigin origin, String path) {
        return origin.tops().stream().anyMatch(granted -> Paths.isWithin(granted, path));
    }
}
