package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import java.util.List;

/** {@code get-property PATH}. */
record GetPropertyCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("get-property", "g", "PATH", "print the properties of a vertex");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        String path = session.path(new Arguments(syntax(), words).count(1, 1).word(0));
        for (String one : session.paths(path)) {
            print(path, session.askOf(path, new Request.GetProperties(one), Answer.Properties.class));
        }
    }

    private void print(String path, Answer.Properties properties) {
        properties.properties().forEach((key, value) -> session.results().println(key + "=" + value));
        if (properties.properties().isEmpty()) {
            session.results()
                    .println("No properties were found for " + path + " (vtx's uniq_id=" + properties.uniqId() + ").");
        }
    }
}
