package io.banyan.instance.jobs;

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
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Requests of a client to allocate or reserve resources: match and several matches. */
public final class MatchRequests {
    private final InstanceState state;
    private final CountedMatcher matching;
    private final JobCompletion completion;

    public MatchRequests(InstanceState state, CountedMatcher matching, JobCompletion completion) {
        this.state = state;
        this.matching = matching;
        this.completion = completion;
    }

    public void match(Transition transition, String call, JobRequest.Match request) {
        transition.reply(call, answer(transition, request));
    }

    /** A job for what this one was for, of the same owner: now, or as soon as there is room. */
    void again(Transition transition, JobRecord job, Jobspec jobspec) {
        try {
            MatchResult found = matching.match(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, transition.nowSec());
            switch (found) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                    again(transition, job, jobspec, BookingKind.ALLOCATION, selection, window);
                case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                    again(transition, job, jobspec, BookingKind.RESERVATION, selection, window);
                case MatchResult.Busy it -> noRoom(transition, job);
                case MatchResult.Unsatisfiable it -> noRoom(transition, job);
                case MatchResult.Matched it -> throw new IllegalStateException("a restart is not a dry run");
                case MatchResult.Satisfiable it -> throw new IllegalStateException("a restart requests resources");
            }
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that ran cannot be matched", e);
        }
    }

    private void again(
            Transition transition,
            JobRecord job,
            Jobspec jobspec,
            BookingKind kind,
            Selection selection,
            TimeWindow window) {
        var grant = new JobGrant(
                state.transients().numbers().take(), job.name(), job.owner(), jobspec, kind, selection, window);
        grant(transition, grant);
    }

    private static void noRoom(Transition transition, JobRecord job) {
        transition.warn("job " + job.id()
                + " lost some of its resources and is not restarted: there are not enough free resources for it");
    }

    /** Goes on as long as resources are found. */
    public void multiMatch(Transition transition, String call, JobRequest.MultiMatch request) {
        List<Answer> answers = new ArrayList<>();
        for (JobRequest.Match match : request.matches()) {
            Answer answer = answer(transition, match);
            answers.add(answer);
            if (!(answer instanceof Answer.Matched)) {
                break;
            }
        }
        transition.reply(call, new JobAnswer.MultiMatched(answers));
    }

    private Answer answer(Transition transition, JobRequest.Match request) {
        CountedMatcher.Attempt attempt;
        try {
            attempt = matching.attempt(request.jobspec(), request.operation(), request.rules(), transition.nowSec());
        } catch (JobspecException e) {
            return new Answer.Failed(ErrorCode.INVALID, ValueChecks.sentenceOf(e));
        }
        try {
            return answer(transition, request, attempt);
        } catch (IllegalArgumentException e) {
            return new Answer.Failed(
                    ErrorCode.INVALID,
                    "the resources cannot be written as " + request.format() + ": " + ValueChecks.sentenceOf(e));
        }
    }

    /** R is written before the booking, so that resources that cannot be written are never held. */
    private Answer answer(Transition transition, JobRequest.Match request, CountedMatcher.Attempt attempt) {
        MatchRun run = attempt.run();
        return switch (attempt.result()) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                booked(transition, request, run, BookingKind.ALLOCATION, selection, window);
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                booked(transition, request, run, BookingKind.RESERVATION, selection, window);
            case MatchResult.Matched(Selection selection, TimeWindow window) ->
                new Answer.Matched(
                        Optional.empty(),
                        Answer.MatchOutcome.MATCHED,
                        Optional.of(window),
                        written(request, selection, window),
                        run.taking(state.transients().numbers().take()));
            case MatchResult.Satisfiable it ->
                new Answer.Matched(Optional.empty(), Answer.MatchOutcome.SATISFIABLE, Optional.empty(), "", run);
            case MatchResult.Busy(List<Reason> reasons) -> refused(request, false, reasons, run);
            case MatchResult.Unsatisfiable(List<Reason> reasons) -> refused(request, true, reasons, run);
        };
    }

    private Answer refused(JobRequest.Match request, boolean unsatisfiable, List<Reason> reasons, MatchRun run) {
        boolean isQuestion = request.operation() == MatchOperation.SATISFIABILITY;
        return new Answer.Refused(
                unsatisfiable,
                List.of(LevelReasons.here(state.path(), reasons)),
                isQuestion ? run : run.taking(state.transients().numbers().take()));
    }

    private Answer booked(
            Transition transition,
            JobRequest.Match request,
            MatchRun run,
            BookingKind kind,
            Selection selection,
            TimeWindow window) {
        JobId id = state.transients().numbers().take();
        String text = written(request, selection, window);
        String owner = transition.asker().name();
        var grant = new JobGrant(id, request.name(), owner, request.jobspec(), kind, selection, window);
        grant(transition, grant);
        var outcome = kind == BookingKind.ALLOCATION ? Answer.MatchOutcome.ALLOCATED : Answer.MatchOutcome.RESERVED;
        return new Answer.Matched(Optional.of(id), outcome, Optional.of(window), text, run.taking(id));
    }

    private String written(JobRequest.Match request, Selection selection, TimeWindow window) {
        ResourceGraph graph = state.resources().graph();
        Optional<String> queue = request.jobspec().attributes().queue();
        long start = window.startSec();
        long end = window.endSec();
        return switch (request.rules()) {
            case FLUXION -> ResourceWriter.write(request.format(), graph, selection, start, end, queue);
            case BANYAN -> ResourceWriter.writeHeld(request.format(), graph, selection, start, end, queue);
        };
    }

    /** The resources that a job is given, and the owner of the job. */
    private record JobGrant(
            JobId id,
            String name,
            String owner,
            Jobspec jobspec,
            BookingKind kind,
            Selection selection,
            TimeWindow window) {}

    private void grant(Transition transition, JobGrant grant) {
        JobId id = grant.id();
        var granted = new JobDecision.JobGranted(
                id,
                grant.name(),
                grant.owner(),
                grant.kind(),
                grant.window(),
                grant.jobspec().attributes().queue(),
                state.resources().held().of(grant.selection()),
                Optional.empty(),
                IfLost.of(grant.jobspec(), state.config().onLost()));
        transition.decide(granted, grant.selection());
        state.jobs().active(id).ifPresent(job -> completion.track(transition, job));
    }
}
