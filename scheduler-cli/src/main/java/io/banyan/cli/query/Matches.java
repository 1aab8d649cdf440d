package io.banyan.cli.query;

import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.Visits;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.stream.Collectors;

/** Matches one jobspec, books what was found and prints it: what {@code match} and {@code multi-match} have in common. */
final class Matches {
    private final Session session;

    Matches(Session session) {
        this.session = session;
    }

    static MatchOperation operation(String name) throws QueryFailure {
        try {
            return MatchOperation.parse(name);
        } catch (IllegalArgumentException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Matches the jobspec of a file.
     *
     * @throws QueryFailure where nothing was found, after saying so, or where the file is no jobspec that fits the graph
     */
    void match(MatchOperation operation, String file) throws QueryFailure {
        Jobspec jobspec = session.jobspecs().read(file);
        long start = System.nanoTime();
        var precheck = new Precheck(session);
        MatchResult result = result(precheck, operation, jobspec);
        double elapsedSec = Statistics.seconds(System.nanoTime() - start);
        boolean unsatisfied = result instanceof MatchResult.Busy || result instanceof MatchResult.Unsatisfiable;
        Visits visits = session.matcher().visits();
        session.statistics().add(!unsatisfied, elapsedSec, visits.preorder(), visits.postorder());
        switch (result) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                book(jobspec, file, BookingKind.ALLOCATION, selection, window, elapsedSec);
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                book(jobspec, file, BookingKind.RESERVATION, selection, window, elapsedSec);
            case MatchResult.Matched(Selection selection, TimeWindow window) -> {
                session.resources(text(jobspec, selection, window));
                session.found(session.jobs().newId(), "MATCHED", window);
            }
            case MatchResult.Satisfiable() -> session.block("Satisfiable request");
            case MatchResult.Busy(List<Reason> reasons) ->
                refuse(operation, precheck.saysUnsatisfiable(operation, jobspec, false), reasons);
            case MatchResult.Unsatisfiable(List<Reason> reasons) ->
                refuse(operation, precheck.saysUnsatisfiable(operation, jobspec, true), reasons);
        }
        if (session.measured()) {
            measure(elapsedSec);
        }
    }

    private MatchResult result(Precheck precheck, MatchOperation operation, Jobspec jobspec) throws QueryFailure {
        try {
            List<String> unknown = session.matcher().unknownTypes(jobspec);
            if (!unknown.isEmpty()) {
                throw new QueryFailure("the graph has no resource of type " + String.join(", ", unknown));
            }
            return precheck.atKnownTime(session.matcher().match(jobspec, operation, Session.NOW_SEC));
        } catch (JobspecException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    private void book(
            Jobspec jobspec, String file, BookingKind kind, Selection selection, TimeWindow window, double elapsedSec)
            throws QueryFailure {
        JobId job = session.jobs().newId();
        // R is written before anything is booked, so that a failing writer leaves nothing held.
        String resources = text(jobspec, selection, window);
        session.schedule().commit(job, kind, window, selection);
        boolean now = kind == BookingKind.ALLOCATION;
        QueryJob.State state = now ? QueryJob.State.ALLOCATED : QueryJob.State.RESERVED;
        session.jobs().put(new QueryJob(job, state, window.startSec(), file, elapsedSec));
        session.resources(resources);
        session.found(job, state.name(), window);
    }

    private String text(Jobspec jobspec, Selection selection, TimeWindow window) throws QueryFailure {
        try {
            return session.written()
                    .matched(
                            session,
                            selection,
                            window.startSec(),
                            window.endSec(),
                            jobspec.attributes().queue());
        } catch (IllegalArgumentException e) {
            throw new QueryFailure("the resources cannot be written as " + session.format() + ": " + e.getMessage());
        }
    }

    private void refuse(MatchOperation operation, boolean never, List<Reason> reasons) throws QueryFailure {
        if (operation == MatchOperation.SATISFIABILITY) {
            session.block("Unsatisfiable request");
        } else {
            String job = "JOBID=" + session.jobs().newId();
            if (never) {
                session.block("No matching resources found", "Unsatisfiable request", job);
            } else {
                session.block("No matching resources found", job);
            }
        }
        throw new QueryFailure(
                reasons.stream().map(Reason::toString).collect(Collectors.joining("; ", "no match: ", "")));
    }

    private void measure(double elapsedSec) {
        session.block(
                "ELAPSE=\"%f\"".formatted(elapsedSec),
                "PREORDER VISIT COUNT=\"" + session.matcher().visits().preorder() + "\"",
                "POSTORDER VISIT COUNT=\"" + session.matcher().visits().postorder() + "\"");
    }
}
