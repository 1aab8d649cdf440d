package io.banyan.cli.query;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import java.util.List;

/** {@code cancel JOBID [stats]}. */
record QueryCancelCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("cancel", "c", "JOBID [stats]", "free everything that a job holds");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(1, 2);
        boolean stats = arguments.stats(1);
        JobId job = arguments.job(0);
        JobAnswer.Cancelled cancelled =
                session.askOf(job, "cancel", new JobRequest.Cancel(job, stats), JobAnswer.Cancelled.class);
        cancelled
                .visits()
                .ifPresent(visits -> session.block(
                        "CANCEL PREORDER COUNT=\"" + visits.preorder() + "\"",
                        "CANCEL POSTORDER COUNT=\"" + visits.postorder() + "\""));
    }
}
