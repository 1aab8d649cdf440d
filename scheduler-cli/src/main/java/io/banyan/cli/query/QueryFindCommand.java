package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import java.util.List;

/** {@code find EXPRESSION}. */
record QueryFindCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("find", "f", "EXPRESSION", "show the vertices that meet criteria, such as status=up");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(1, Integer.MAX_VALUE);
        String expression = String.join(" ", words);
        Request request = new Request.Find(expression, Written.formatToFind(session.format()));
        Answer.Found found = session.ask(request, Answer.Found.class);
        session.resources(session.written().found(session.format(), found.resources()));
        session.block("EXPRESSION=\"" + expression + "\"");
    }
}
