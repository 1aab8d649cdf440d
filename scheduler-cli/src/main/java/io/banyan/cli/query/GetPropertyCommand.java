package io.banyan.cli.query;

import java.util.List;

/** {@code get-property PATH}. */
record GetPropertyCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("get-property", "g", "PATH", "print the properties of a vertex");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        String path = new Arguments(syntax(), words).count(1, 1).word(0);
        session.graph()
                .properties(session.vertex(path))
                .forEach((key, value) -> session.results().println(key + "=" + value));
    }
}
