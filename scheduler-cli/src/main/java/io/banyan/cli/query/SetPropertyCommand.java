package io.banyan.cli.query;

import java.util.List;

/** {@code set-property PATH KEY=VALUE}. */
record SetPropertyCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("set-property", "p", "PATH KEY=VALUE", "give a vertex a property");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 2);
        String property = arguments.word(1);
        int equals = property.indexOf('=');
        if (equals < 1 || equals == property.length() - 1) {
            session.results().println("Incorrect input format.");
            throw new QueryFailure("expected KEY=VALUE, found '" + property + "'");
        }
        int vertex = session.vertex(arguments.word(0));
        session.graph().setProperty(vertex, property.substring(0, equals), property.substring(equals + 1));
    }
}
