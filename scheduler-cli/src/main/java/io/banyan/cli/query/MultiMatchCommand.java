package io.banyan.cli.query;

import io.banyan.match.MatchOperation;
import java.util.List;

/** {@code multi-match OP JOBSPEC...}: one after the other, up to the first that finds nothing. */
record MultiMatchCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("multi-match", "M", "OPERATION JOBSPEC...", "match jobspecs until one finds nothing");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, Integer.MAX_VALUE);
        MatchOperation operation = Matches.operation(arguments.word(0));
        Matches matches = new Matches(session);
        for (String file : words.subList(1, words.size())) {
            matches.match(operation, file);
        }
    }
}
