package io.banyan.cli.query;

import io.banyan.cli.output.CommandFailure;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.match.MatchRules;
import java.util.List;

/** {@code attach FILE}: adds a subgraph (JGF). */
record QueryAttachCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("attach", "j", "FILE", "add a subgraph (JGF) to the graph");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        String file = new Arguments(syntax(), words).count(1, 1).word(0);
        try {
            session.ask(
                    new Request.Attach(new ResourceFiles(session).attached(file), MatchRules.FLUXION),
                    Answer.Attached.class);
        } catch (CommandFailure | IllegalArgumentException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
