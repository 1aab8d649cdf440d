package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.Status;
import java.util.List;

/** {@code set-status PATH up|down}. */
record SetStatusCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("set-status", "t", "PATH up|down", "mark a vertex and everything below it as up or down");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 2);
        Status status = switch (arguments.word(1)) {
            case "up" -> Status.UP;
            case "down" -> Status.DOWN;
            default ->
                throw new QueryFailure("unrecognized status: expected up or down, found '" + arguments.word(1) + "'");
        };
        String path = session.path(arguments.word(0));
        for (String one : session.paths(path)) {
            session.askOf(path, new Request.SetStatus(one, status), Answer.StatusSet.class);
        }
    }
}
