package io.banyan.cli.query;

import io.banyan.resource.Status;
import java.util.List;

/** {@code get-status PATH}. */
record GetStatusCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("get-status", "e", "PATH", "say whether a vertex is up or down");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        String path = new Arguments(syntax(), words).count(1, 1).word(0);
        boolean up = session.schedule().status(session.vertex(path)) == Status.UP;
        session.results().println(path + " is " + (up ? "up" : "down"));
    }
}
