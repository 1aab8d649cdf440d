package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.resource.Status;
import java.util.List;

/** {@code get-status PATH}. */
record GetStatusCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("get-status", "e", "PATH", "show whether a vertex is up or down");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        String path = session.path(new Arguments(syntax(), words).count(1, 1).word(0));
        for (String one : session.paths(path)) {
            Answer.Statuses statuses =
                    session.askOf(path, new Request.GetStatus(new VertexTarget.ByPath(one)), Answer.Statuses.class);
            boolean up = statuses.statuses().get(0).status() == Status.UP;
            session.results().println(path + " is " + (up ? "up" : "down"));
        }
    }
}
