package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Criteria;
import io.banyan.schedule.Finder;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.Optional;

/** What a client asks about the instance's own graph and jobs: match, spawn, info, find, status. */
final class Matches {
    private final InstanceState state;
    private final Matching matching;
    private final Endings endings;
    private final Children children;
    private final Waiters waiters;

    Matches(InstanceState state, Matching matching, Endings endings, Children children, Waiters waiters) {
        this.state = state;
        this.matching = matching;
        this.endings = endings;
        this.children = children;
        this.waiters = waiters;
    }

    void match(Turn turn, String call, Request.Match request) {
        MatchResult result;
        try {
            result = matching.match(request.jobspec(), request.operation(), turn.nowSec());
        } catch (JobspecException e) {
            turn.fail(call, ErrorCode.INVALID, Checks.sentenceOf(e));
            return;
        }
        switch (result) {
            case MatchResult.Allocated found ->
                book(turn, call, request, BookingKind.ALLOCATION, found.selection(), found.window());
            case MatchResult.Reserved found ->
                book(turn, call, request, BookingKind.RESERVATION, found.selection(), found.window());
            case MatchResult.Matched found ->
                turn.reply(
                        call,
                        new Answer.Matched(
                                Optional.empty(),
                                Answer.MatchOutcome.MATCHED,
                                Optional.of(found.window()),
                                written(request, found.selection(), found.window())));
            case MatchResult.Satisfiable it ->
                turn.reply(
                        call,
                        new Answer.Matched(Optional.empty(), Answer.MatchOutcome.SATISFIABLE, Optional.empty(), ""));
            case MatchResult.Busy busy -> turn.reply(call, refused(false, busy.reasons()));
            case MatchResult.Unsatisfiable never -> turn.reply(call, refused(true, never.reasons()));
        }
    }

    private Answer.Refused refused(boolean unsatisfiable, List<Reason> reasons) {
        LevelReasons here = reasons.isEmpty()
                ? LevelReasons.because(state.path(), LevelReasons.LOCAL, "what was asked for is not free")
                : new LevelReasons(state.path(), LevelReasons.LOCAL, reasons);
        return new Answer.Refused(unsatisfiable, List.of(here));
    }

    /** R is written before the booking, so that resources that cannot be written are never held. */
    private void book(
            Turn turn, String call, Request.Match request, BookingKind kind, Selection selection, TimeWindow window) {
        String text = written(request, selection, window);
        JobId id = grant(turn, request.name(), request.jobspec(), kind, selection, window, false);
        var outcome = kind == BookingKind.ALLOCATION ? Answer.MatchOutcome.ALLOCATED : Answer.MatchOutcome.RESERVED;
        turn.reply(call, new Answer.Matched(Optional.of(id), outcome, Optional.of(window), text));
    }

    private String written(Request.Match request, Selection selection, TimeWindow window) {
        return written(
                request.format(),
                selection,
                window,
                request.jobspec().attributes().queue());
    }

    private String written(MatchFormat format, Selection selection, TimeWindow window, Optional<String> queue) {
        return ResourceWriter.write(
                format, state.resources().graph(), selection, window.startSec(), window.endSec(), queue);
    }

    private JobId grant(
            Turn turn,
            String name,
            Jobspec jobspec,
            BookingKind kind,
            Selection selection,
            TimeWindow window,
            boolean isInstance) {
        JobId id = state.jobs().nextId();
        Optional<String> childPath = isInstance ? Optional.of(state.childPath(id)) : Optional.empty();
        var granted = new Decision.JobGranted(
                id,
                name,
                kind,
                window,
                jobspec.attributes().queue(),
                state.resources().subgraphOf(selection),
                childPath);
        turn.decide(granted, selection);
        state.jobs().active(id).ifPresent(endings::track);
        return id;
    }

    /** Allocates, and has a child instance started; the answer comes when it has registered. */
    void spawn(Turn turn, String call, Request.Spawn request) {
        MatchResult result;
        try {
            result = matching.match(request.jobspec(), MatchOperation.ALLOCATE_WITH_SATISFIABILITY, turn.nowSec());
        } catch (JobspecException e) {
            turn.fail(call, ErrorCode.INVALID, Checks.sentenceOf(e));
            return;
        }
        switch (result) {
            case MatchResult.Allocated found -> spawn(turn, call, request, found);
            case MatchResult.Busy busy -> turn.reply(call, refused(false, busy.reasons()));
            case MatchResult.Unsatisfiable never -> turn.reply(call, refused(true, never.reasons()));
            case MatchResult.Reserved it -> throw new IllegalStateException("a spawn reserves nothing");
            case MatchResult.Matched it -> throw new IllegalStateException("a spawn is no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a spawn asks for resources");
        }
    }

    private void spawn(Turn turn, String call, Request.Spawn request, MatchResult.Allocated found) {
        JobId id = grant(
                turn,
                request.name(),
                request.jobspec(),
                BookingKind.ALLOCATION,
                found.selection(),
                found.window(),
                true);
        children.started(turn, id);
        waiters.add(Waiters.spawn(id), call);
        turn.add(new Effect.StartChild(
                id,
                request.name(),
                state.childPath(id),
                state.childGrants().spawned(id),
                found.window(),
                request.options()));
    }

    void info(Turn turn, String call, Request.JobInfo request) {
        Optional<JobRecord> job = state.jobs().find(request.job());
        if (job.isEmpty()) {
            turn.fail(call, ErrorCode.NOT_FOUND, "there is no job " + request.job() + " here");
            return;
        }
        JobRecord record = job.get();
        String text = record.state().isActive()
                ? written(
                        request.format(),
                        state.schedule().holdings().selection(record.id()),
                        record.window(),
                        record.queue())
                : "";
        List<String> grows = record.isInstance()
                ? state.childGrants().outstanding(record.id()).stream()
                        .map(Grant::requestId)
                        .toList()
                : state.origins().grownFor(record.id()).stream().map(Origin::id).toList();
        turn.reply(call, new Answer.JobInfo(record, text, grows));
    }

    void find(Turn turn, String call, Request.Find request) {
        Finder.Found found;
        try {
            found = Finder.find(state.schedule(), Criteria.parse(request.criteria()));
        } catch (IllegalArgumentException e) {
            turn.fail(call, ErrorCode.INVALID, "invalid criteria: " + Checks.sentenceOf(e));
            return;
        }
        TimeWindow horizon = state.schedule().horizon();
        String text = found.selection().isEmpty()
                ? ""
                : written(request.format(), found.selection(), horizon, Optional.empty());
        turn.reply(call, new Answer.Found(text, found.count()));
    }

    void setStatus(Turn turn, String call, Request.SetStatus request) {
        int v = state.resources().graph().find(request.path());
        if (v < 0) {
            turn.fail(call, ErrorCode.NOT_FOUND, "there is no vertex " + request.path() + " here");
            return;
        }
        turn.decide(new Decision.StatusChanged(request.path(), request.status()));
        List<JobId> running = state.resources().users(v);
        turn.reply(call, new Answer.StatusSet(request.path(), request.status(), running));
    }
}
