package io.banyan.cli.query;

import io.banyan.graph.GraphException;
import io.banyan.schedule.JobId;
import io.banyan.schedule.PartialRelease;
import io.banyan.schedule.Schedule;
import java.util.List;

/** {@code partial-cancel JOBID FORMAT FILE [stats]}: frees the part of a job that a file names. */
record PartialCancelCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "partial-cancel", "pc", "JOBID jgf|jgf_shorthand|rv1exec FILE [stats]", "free a part of a job");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(3, 4);
        boolean stats = arguments.stats(3);
        JobId id = arguments.job(0);
        QueryJob job = session.jobs().live(id);
        if (job.state() == QueryJob.State.RESERVED) {
            throw new QueryFailure("job " + id + " is a reservation, of which no part can be freed");
        }
        PartialRelease part = part(id, arguments.word(1), arguments.word(2));
        session.leftTags().beforeRelease(id, part.vertices());
        boolean holds = part.free();
        if (!holds && !session.leftTags().keep(id)) {
            session.schedule().cancel(id);
            session.leftTags().forget(id);
            session.jobs().put(job.in(QueryJob.State.CANCELED));
        }
        if (stats) {
            // Neither here nor in resource-query is the graph walked for this.
            session.block("PARTIAL CANCEL PREORDER COUNT=\"0\"", "PARTIAL CANCEL POSTORDER COUNT=\"0\"");
        }
    }

    private PartialRelease part(JobId id, String format, String file) throws QueryFailure {
        Schedule schedule = session.schedule();
        try {
            return switch (format) {
                case "jgf" -> PartialRelease.ofSubgraph(schedule, id, ResourceFiles.subgraph(file));
                case "jgf_shorthand" -> PartialRelease.ofShorthand(schedule, id, ResourceFiles.subgraph(file));
                case "rv1exec" -> PartialRelease.ofRanks(schedule, id, ResourceFiles.ranks(file));
                default -> throw ResourceFiles.unknownFormat("jgf, jgf_shorthand or rv1exec", format);
            };
        } catch (GraphException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
