package io.banyan.cli.query;

import io.banyan.schedule.JobId;
import java.util.List;

/** {@code cancel JOBID}. */
record CancelCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("cancel", "c", "JOBID", "free everything that a job holds");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        JobId id = new Arguments(syntax(), words).count(1, 1).job(0);
        QueryJob job = session.jobs().live(id);
        session.schedule().cancel(id);
        session.jobs().put(job.in(QueryJob.State.CANCELED));
    }
}
