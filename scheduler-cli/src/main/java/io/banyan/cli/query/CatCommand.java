package io.banyan.cli.query;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import java.nio.file.Path;
import java.util.List;

/** {@code cat FILE}. */
record CatCommand(QuerySession session) implements SessionCommand {
    private static final long MAX_BYTES = 1 << 24;

    @Override
    public Syntax syntax() {
        return new Syntax("cat", "a", "FILE", "print a file");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        String file = new Arguments(syntax(), words).count(1, 1).word(0);
        try {
            session.console().print(Texts.read(Path.of(file), MAX_BYTES));
        } catch (CommandFailure e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
