package io.banyan.cli.query;

import java.util.List;

/** {@code match OP JOBSPEC}. */
record MatchCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("match", "m", "OPERATION JOBSPEC", "match a jobspec, and book what was found");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 2);
        new Matches(session).match(Matches.operation(arguments.word(0)), arguments.word(1));
    }
}
