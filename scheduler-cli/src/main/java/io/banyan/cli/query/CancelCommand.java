package io.banyan.cli.query;

import io.banyan.schedule.CancelVisits;
import io.banyan.schedule.JobId;
import java.util.List;

/** {@code cancel JOBID [stats]}. */
record CancelCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("cancel", "c", "JOBID [stats]", "free everything that a job holds");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(1, 2);
        JobId id = arguments.job(0);
        QueryJob job = session.jobs().live(id);
        if (arguments.stats(1)) {
            CancelVisits visits =
                    CancelVisits.of(session.schedule(), id, session.leftTags().of(id));
            session.block(
                    "CANCEL PREORDER COUNT=\"" + visits.preorder() + "\"",
                    "CANCEL POSTORDER COUNT=\"" + visits.postorder() + "\"");
        }
        session.leftTags().forget(id);
        session.schedule().cancel(id);
        session.jobs().put(job.in(QueryJob.State.CANCELED));
    }
}
