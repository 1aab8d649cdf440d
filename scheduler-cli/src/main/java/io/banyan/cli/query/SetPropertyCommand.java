package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import java.util.List;
import java.util.Optional;

/** {@code set-property PATH KEY=VALUE}. */
record SetPropertyCommand(QuerySession session) implements SessionCommand {
    /** Only here do Fluxion's words begin so. */
    private static final String MISSING = "Couldn't find path ";

    @Override
    public Syntax syntax() {
        return new Syntax("set-property", "p", "PATH KEY=VALUE", "set a property of a vertex");
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
        String path = session.path(arguments.word(0), MISSING);
        for (String one : session.paths(path)) {
            Request request = request(one, property.substring(0, equals), property.substring(equals + 1));
            session.askOf(path, MISSING, request, Answer.Properties.class);
        }
    }

    private static Request request(String path, String key, String value) throws QueryFailure {
        try {
            return new Request.SetProperty(path, key, Optional.of(value));
        } catch (IllegalArgumentException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
