package io.banyan.cli.query;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import java.util.List;

/** {@code list}. */
record ListCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("list", "l", "", "print the jobs of this session");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(0, 0);
        session.ask(new JobRead.Jobs(true), JobAnswer.Jobs.class)
                .jobs()
                .forEach(job ->
                        session.console().println("INFO: " + session.jobs().line(job)));
    }
}
