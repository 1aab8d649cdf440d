package io.banyan.cli.query;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.JobId;
import java.util.List;

/** {@code info JOBID}. */
record QueryInfoCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("info", "i", "JOBID", "print one job of this session");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(1, 1);
        JobId job = arguments.job(0);
        Request request = new JobRead.JobInfo(job, session.format());
        JobAnswer.JobInfo info = session.askOf(job, "info", request, JobAnswer.JobInfo.class);
        session.console().println("INFO: " + session.jobs().line(info.job()));
    }
}
