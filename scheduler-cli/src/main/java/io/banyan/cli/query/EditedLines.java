package io.banyan.cli.query;

import java.io.IOException;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines at a terminal with editing, completion and a history that is kept after the session. Ctrl-C clears the
 * line, Ctrl-D ends the input. JLine is loaded only for this class.
 */
final class EditedLines implements CommandSource, AutoCloseable {
    private static final String PROMPT = "query> ";

    private final Terminal terminal;
    private final LineReader reader;
    private final LineHistory history;
    private final String prompt;

    /** Reads from a terminal. */
    EditedLines(Terminal terminal, Completion completion, LineHistory history, boolean prompted) {
        this.terminal = terminal;
        this.history = history;
        this.prompt = prompted ? PROMPT : "";
        var parser = new DefaultParser();
        // A word is the text between blanks; quotes and backslashes are nothing special in a session's commands.
        parser.setQuoteChars(new char[0]);
        parser.setEscapeChars(new char[0]);
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("banyan")
                .parser(parser)
                .completer((unused, line, candidates) -> complete(completion, line, candidates))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .variable(LineReader.HISTORY_SIZE, LineHistory.MAX_LINES)
                .build();
        history.read().forEach(reader.getHistory()::add);
    }

    /** Reads from the terminal of this process. */
    static EditedLines ofThisProcess(Completion completion, LineHistory history, boolean prompted) throws IOException {
        Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build();
        return new EditedLines(terminal, completion, history, prompted);
    }

    @Override
    public @Nullable String next() {
        while (true) {
            try {
                String line = reader.readLine(prompt);
                history.add(line);
                return line;
            } catch (EndOfFileException e) {
                return null;
            } catch (UserInterruptException e) {
                // The line is cleared, and the next one read.
            }
        }
    }

    private static void complete(Completion completion, ParsedLine line, List<Candidate> candidates) {
        List<String> before = line.words().subList(0, line.wordIndex());
        String word = line.word().substring(0, line.wordCursor());
        for (Completion.Offer offer : completion.of(before, word)) {
            candidates.add(new Candidate(offer.text(), offer.text(), null, null, null, null, offer.complete()));
        }
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
