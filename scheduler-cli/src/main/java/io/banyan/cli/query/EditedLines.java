package io.banyan.cli.query;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
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
 * Lines that somebody types at a terminal, with editing, completion and a history that outlives the session. Ctrl-C clears
 * the line, Ctrl-D ends the input. The only class that JLine is loaded for.
 */
final class EditedLines implements Lines, AutoCloseable {
    /** The most lines that a history keeps. */
    static final int MAX_HISTORY = 1_000;

    private static final String PROMPT = "query> ";

    private final Terminal terminal;
    private final LineReader reader;
    private final String prompt;

    private EditedLines(Terminal terminal, Completion completion, Optional<Path> history, boolean prompted) {
        this.terminal = terminal;
        this.prompt = prompted ? PROMPT : "";
        var parser = new DefaultParser();
        // A word is what stands between blanks; quotes and backslashes are nothing special in a session's commands.
        parser.setQuoteChars(new char[0]);
        parser.setEscapeChars(new char[0]);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("banyan")
                .parser(parser)
                .completer((unused, line, candidates) -> complete(completion, line, candidates))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
                .variable(LineReader.HISTORY_SIZE, MAX_HISTORY)
                .variable(LineReader.HISTORY_FILE_SIZE, MAX_HISTORY);
        history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
        this.reader = builder.build();
    }

    /** Reads from the terminal of this process. */
    static EditedLines ofThisProcess(Completion completion, Path history, boolean prompted) throws IOException {
        Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build();
        return new EditedLines(terminal, completion, writable(history), prompted);
    }

    /** Reads from a terminal of a test. */
    static EditedLines of(Terminal terminal, Completion completion, Path history) {
        return new EditedLines(terminal, completion, writable(history), true);
    }

    /** The history's file, which nobody else can read; nothing where there can be none. */
    private static Optional<Path> writable(Path history) {
        try {
            Path directory = history.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory, onlyOwner("rwx------"));
            }
            Files.createFile(history, onlyOwner("rw-------"));
        } catch (FileAlreadyExistsException e) {
            return Optional.of(history);
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.of(history);
    }

    private static FileAttribute<?>[] onlyOwner(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public @Nullable String next() {
        while (true) {
            try {
                return reader.readLine(prompt);
            } catch (UserInterruptException e) {
                // The line is cleared, and the next one read.
                continue;
            } catch (EndOfFileException e) {
                return null;
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
