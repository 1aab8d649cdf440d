package io.banyan.cli.query;

import io.banyan.cli.output.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.stream.Stream;

/** Reads the lines of a session and runs its commands until {@code quit} or the end of the input. */
final class Interpreter {
    private static final String COMMENT = "#";
    private static final String BLANKS = " \t\n\u000B\f\r";
    /** How long output may lie in a buffer while commands go on. */
    private static final long MOST_NANOS_UNSEEN = 50_000_000;

    private static final SessionCommand.Syntax HELP = new SessionCommand.Syntax("help", "h", "", "print this table");
    private static final SessionCommand.Syntax QUIT = new SessionCommand.Syntax("quit", "q", "", "end the session");

    private final QuerySession session;
    private final PrintWriter err;
    private final Map<String, SessionCommand> byName = new LinkedHashMap<>();
    private final List<SessionCommand> commands;
    private boolean failed;
    private long flushedAtNanos;

    Interpreter(QuerySession session, PrintWriter err) {
        this.session = session;
        this.err = err;
        this.commands = List.of(
                new QueryMatchCommand(session),
                new QueryMultiMatchCommand(session),
                new QueryExplainCommand(session),
                new QueryCancelCommand(session),
                new QueryPartialCancelCommand(session),
                new QueryUpdateCommand(session),
                new QueryFindCommand(session),
                new SetStatusCommand(session),
                new GetStatusCommand(session),
                new SetPropertyCommand(session),
                new GetPropertyCommand(session),
                new ListCommand(session),
                new QueryInfoCommand(session),
                new QueryAttachCommand(session),
                new QueryRemoveCommand(session),
                new QueryStatCommand(session),
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

    void run(CommandSource input) throws IOException {
        for (String line = input.next(); line != null; line = input.next()) {
            List<String> words = words(line);
            if (words.isEmpty() || words.get(0).startsWith(COMMENT)) {
                continue;
            }
            if (words.get(0).equals("quit") || words.get(0).equals("q")) {
                break;
            }
            run(words);
            flushNowAndThen();
        }
    }

    private static List<String> words(String line) {
        var tokens = new StringTokenizer(line.strip(), BLANKS);
        List<String> words = new ArrayList<>(tokens.countTokens());
        while (tokens.hasMoreTokens()) {
            words.add(tokens.nextToken());
        }
        return words;
    }

    /** Shows the progress of a long session. All output is also flushed before each wait for input. */
    private void flushNowAndThen() {
        long now = System.nanoTime();
        if (now - flushedAtNanos >= MOST_NANOS_UNSEEN) {
            session.flush();
            flushedAtNanos = now;
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
                throw QueryFailure.malformed("unknown command '" + name + "', see 'help'");
            }
            command.run(words.subList(1, words.size()));
        } catch (QueryFailure e) {
            failed = true;
            session.results().flush();
            err.println(e.line());
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
