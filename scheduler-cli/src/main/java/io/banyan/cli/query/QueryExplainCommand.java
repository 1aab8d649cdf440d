package io.banyan.cli.query;

import io.banyan.cli.explain.ExplanationText;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.match.explain.Explanation;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * {@code explain JOBSPEC}: why it would be allocated now, or why not; changes nothing. Not one of resource-query's
 * commands.
 */
record QueryExplainCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("explain", "x", "JOBSPEC", "explain why a jobspec can or cannot start now");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(1, 1);
        Request request = new JobRead.Explain(session.jobspecs().read(arguments.word(0)));
        Explanation explanation =
                session.ask(request, JobAnswer.Explained.class).explanation();
        // The time of a session without a daemon is counted from its beginning, and no clock shows it.
        boolean withClock = explanation.nowSec() != LocalBackend.NOW_SEC;
        session.console()
                .print(ExplanationText.of(
                        explanation, withClock ? Optional.of(ZoneId.systemDefault()) : Optional.empty()));
    }
}
