package io.banyan.cli.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code info JOBID}. */
record InfoCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("info", "i", "JOBID", "print one job of this session");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(1, 1);
        @Nullable QueryJob job = session.jobs().get(arguments.job(0));
        if (job == null) {
            throw new QueryFailure("nonexistent job " + arguments.word(0));
        }
        session.console().println("INFO: " + job);
    }
}
