package io.banyan.cli.query;

import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Claims;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;

/**
 * {@code update allocate|reserve FORMAT FILE JOBID AT DURATION}: books resources that a job was given before. The format
 * {@code rv1} is R as a whole: what is under its key {@code scheduling} says how it is read.
 */
record UpdateCommand(Session session) implements SessionCommand {
    /** So that there are ids left for matches. */
    private static final long MAX_ID = Long.MAX_VALUE / 2;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "update",
                "u",
                "allocate|reserve jgf|jgf_shorthand|rv1exec|rv1 FILE JOBID AT DURATION",
                "book resources that a job was given before");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(6, 6);
        BookingKind kind = switch (arguments.word(0)) {
            case "allocate" -> BookingKind.ALLOCATION;
            case "reserve" -> BookingKind.RESERVATION;
            default -> throw new QueryFailure("the first word is allocate or reserve");
        };
        JobId id = arguments.job(3);
        if (session.jobs().get(id) != null || id.value() > MAX_ID) {
            throw new QueryFailure("job " + id + (id.value() > MAX_ID ? " has too great an id" : " exists already"));
        }
        TimeWindow window = window(arguments.seconds(4), arguments.seconds(5));
        long start = System.nanoTime();
        try {
            book(id, kind, window, selection(arguments.word(1), arguments.word(2)), arguments.word(2), start);
        } catch (GraphException | IllegalStateException e) {
            session.jobs().passOver(id);
            session.block("No matching resources found", "JOBID=" + id);
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    private void book(
            JobId id, BookingKind kind, TimeWindow window, Selection selection, String file, long startNanos) {
        session.schedule().commit(id, kind, window, selection);
        session.jobs().passOver(id);
        QueryJob.State state = kind == BookingKind.ALLOCATION ? QueryJob.State.ALLOCATED : QueryJob.State.RESERVED;
        double elapsedSec = Statistics.seconds(System.nanoTime() - startNanos);
        session.jobs().put(new QueryJob(id, state, window.startSec(), file, elapsedSec));
        session.resources(
                session.written().matched(session, selection, window.startSec(), window.endSec(), Optional.empty()));
        session.found(id, state.name(), window);
    }

    /** From a time on; without a duration, and at most, to the end of what is planned. */
    private TimeWindow window(long atSec, long durationSec) throws QueryFailure {
        long endSec = session.schedule().horizon().endSec();
        if (atSec >= endSec) {
            throw new QueryFailure("the time " + atSec + " is behind the end of the plan, " + endSec);
        }
        boolean toTheEnd = durationSec == 0 || durationSec > endSec - atSec;
        return new TimeWindow(atSec, toTheEnd ? endSec : atSec + durationSec);
    }

    private Selection selection(String format, String file) throws QueryFailure, GraphException {
        Schedule schedule = session.schedule();
        return switch (format) {
            case "jgf" -> Claims.ofSubgraph(schedule, ResourceFiles.subgraph(file));
            case "jgf_shorthand" -> Claims.ofShorthand(schedule, ResourceFiles.subgraph(file));
            case "rv1exec" -> Claims.ofRanks(schedule, ResourceFiles.execution(file));
            case "rv1" -> Claims.of(schedule, ResourceFiles.given(file));
            default -> throw ResourceFiles.unknownFormat("jgf, jgf_shorthand, rv1exec or rv1", format);
        };
    }
}
