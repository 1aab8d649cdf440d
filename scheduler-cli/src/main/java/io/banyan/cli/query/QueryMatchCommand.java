package io.banyan.cli.query;

import io.banyan.match.policy.MatchOperation;
import java.util.List;

/** {@code match OP JOBSPEC}. */
record QueryMatchCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("match", "m", "OPERATION JOBSPEC", "match a jobspec and allocate or reserve the result");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 2);
        MatchOperation operation = SessionMatches.operation(arguments.word(0));
        String file = arguments.word(1);
        SessionMatches matches = new SessionMatches(session);
        matches.print(operation, file, session.backend().ask(matches.request(operation, file)));
    }
}
