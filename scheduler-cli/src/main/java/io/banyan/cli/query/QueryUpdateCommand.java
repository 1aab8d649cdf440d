package io.banyan.cli.query;

import io.banyan.graph.GraphException;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenResources;
import java.util.List;
import java.util.OptionalLong;

/** {@code update allocate|reserve FORMAT FILE JOBID AT DURATION}: books resources that a job was given before. */
record QueryUpdateCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "update",
                "u",
                "allocate|reserve jgf|jgf_shorthand|rv1exec|rv1 FILE JOBID AT DURATION",
                "assign given resources to a job");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(6, 6);
        BookingKind kind = switch (arguments.word(0)) {
            case "allocate" -> BookingKind.ALLOCATION;
            case "reserve" -> BookingKind.RESERVATION;
            default -> throw QueryFailure.malformed("the first argument must be allocate or reserve");
        };
        JobId id = arguments.job(3);
        long at = arguments.seconds(4);
        long duration = arguments.seconds(5);
        long start = System.nanoTime();
        GivenResources resources = resources(id, arguments.word(1), arguments.word(2));
        Answer answer = session.backend()
                .ask(new JobRequest.Update(id, kind, resources, OptionalLong.of(at), duration, session.format()));
        switch (answer) {
            case Answer.Matched matched -> {
                session.jobs().add(id, arguments.word(2), SessionMatches.seconds(System.nanoTime() - start));
                session.resources(session.written().matched(session.format(), matched.resources()));
                session.found(
                        id,
                        matched.outcome().name(),
                        matched.window().orElseThrow(),
                        matched.run().atSec());
            }
            case Answer.Refused refused -> throw refused(id, SessionMatches.reasons(refused));
            case Answer.Failed failed -> throw new QueryFailure(failed.message());
            case Answer other -> throw new IllegalStateException("no answer to an update: " + other);
        }
    }

    private GivenResources resources(JobId id, String format, String file) throws QueryFailure {
        try {
            return new ResourceFiles(session).resources(format, file);
        } catch (GraphException e) {
            throw refused(id, String.valueOf(e.getMessage()));
        }
    }

    private QueryFailure refused(JobId id, String why) {
        session.block("No matching resources found", "JOBID=" + id);
        return new QueryFailure(why);
    }
}
