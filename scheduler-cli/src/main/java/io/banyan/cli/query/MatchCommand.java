package io.banyan.cli.query;

import io.banyan.match.policy.MatchOperation;
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
        MatchOperation operation = Matches.operation(arguments.word(0));
        String file = arguments.word(1);
        Matches matches = new Matches(session);
        matches.print(operation, file, session.backend().ask(matches.request(operation, file)));
    }
}
