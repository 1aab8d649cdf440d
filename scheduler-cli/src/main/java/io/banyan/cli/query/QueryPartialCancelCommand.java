package io.banyan.cli.query;

import io.banyan.graph.GraphException;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenPart;
import java.util.List;

/** {@code partial-cancel JOBID FORMAT FILE [stats]}: frees the part of a job that a file names. */
record QueryPartialCancelCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "partial-cancel", "pc", "JOBID jgf|jgf_shorthand|rv1exec|rv1 FILE [stats]", "free a part of a job");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(3, 4);
        boolean stats = arguments.stats(3);
        JobId id = arguments.job(0);
        session.ask(
                new JobRequest.PartialCancel(id, part(arguments.word(1), arguments.word(2)), MatchRules.FLUXION),
                JobAnswer.PartlyCancelled.class);
        if (stats) {
            // Neither here nor in resource-query is the graph walked for this.
            session.block("PARTIAL CANCEL PREORDER COUNT=\"0\"", "PARTIAL CANCEL POSTORDER COUNT=\"0\"");
        }
    }

    private GivenPart part(String format, String file) throws QueryFailure {
        try {
            return new ResourceFiles(session).part(format, file);
        } catch (GraphException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
