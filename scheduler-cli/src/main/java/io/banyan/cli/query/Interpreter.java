package io.banyan.cli.query;

import io.banyan.cli.output.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the lines of a session and runs its commands until {@code quit} or the end of the input. */
final class Interpreter {
    private static final String COMMENT = "#";
    private static final SessionCommand.Syntax HELP = new SessionCommand.Syntax("help", "h", "", "print this table");
    private static final SessionCommand.Syntax QUIT = new SessionCommand.Syntax("quit", "q", "", "end the session");

    private final Session session;
    private final PrintWriter err;
    private final Map<String, SessionCommand> byName = new LinkedHashMap<>();
    private final List<SessionCommand> commands;
    private boolean failed;

    Interpreter(Session session, PrintWriter err) {
        this.session = session;
        this.err = err;
        this.commands = List.of(
                new MatchCommand(session),
                new MultiMatchCommand(session),
                new ExplainCommand(session),
                new CancelCommand(session),
                new PartialCancelCommand(session),
                new UpdateCommand(session),
                new FindCommand(session),
                new SetStatusCommand(session),
                new GetStatusCommand(session),
                new SetPropertyCommand(session),
                new GetPropertyCommand(session),
                new ListCommand(session),
                new InfoCommand(session),
                new AttachCommand(session),
                new RemoveCommand(session),
                new StatCommand(session),
                new CatCommand(session));
        for (SessionCommand command : commands) {
            byName.put(command.syntax().name(), command);
            byName.put(command.syntax().shortName(), command);
        }
    }

    /** Whether a command could not be done. */
    boolean failed() {
        return failed;
    }

    /** How the commands are called, those that the interpreter answers itself included. */
    List<SessionCommand.Syntax> syntaxes() {
        return Stream.concat(commands.stream().map(SessionCommand::syntax), Stream.of(HELP, QUIT))
                .toList();
    }

    void run(Lines input) throws IOException {
        for (String line = input.next(); line != null; line = input.next()) {
            List<String> words = Arrays.stream(line.strip().split("\\s+", -1))
                    .filter(word -> !word.isEmpty())
                    .toList();
            if (words.isEmpty() || words.get(0).startsWith(COMMENT)) {
                continue;
            }
            if (words.get(0).equals("quit") || words.get(0).equals("q")) {
                break;
            }
            run(words);
            session.results().flush();
            session.console().flush();
        }
    }

    private void run(List<String> words) {
        String name = words.get(0);
        if (name.equals("help") || name.equals("h")) {
            help();
            return;
        }
        try {
            SessionCommand command = byName.get(name);
            if (command == null) {
                throw new QueryFailure("malformed command: unknown command '" + name + "', see 'help'");
            }
            command.run(words.subList(1, words.size()));
        } catch (QueryFailure e) {
            failed = true;
            session.results().flush();
            err.println("ERROR: " + e.getMessage());
        }
    }

    private void help() {
        Table table =
                new Table().left("command").left("short").left("arguments").left("meaning");
        for (SessionCommand.Syntax syntax : syntaxes()) {
            table.row(syntax.name(), syntax.shortName(), syntax.arguments(), syntax.meaning());
        }
        session.console().print(table);
    }
}
