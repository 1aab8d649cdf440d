package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The input that is typed, key by key, at a terminal that is not a real one. */
@Timeout(60)
class EditedLinesTest {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String UP = "\u001b[A";

    @TempDir
    private Path directory;

    private List<String> typed(String keys) throws IOException {
        List<SessionCommand.Syntax> syntaxes =
                List.of(new SessionCommand.Syntax("set-status", "t", "PATH up|down", ""));
        List<String> lines = new ArrayList<>();
        try (Terminal terminal = terminal(keys);
                EditedLines edited = new EditedLines(
                        terminal,
                        new Completion(syntaxes, Optional.empty(), new SessionJobs()),
                        new LineHistory(history()),
                        true)) {
            for (String line = edited.next(); line != null; line = edited.next()) {
                lines.add(line.strip());
            }
        }
        return lines;
    }

    private Path history() {
        return directory.resolve("state").resolve("history");
    }

    private static Terminal terminal(String keys) throws IOException {
        var terminal = new DumbTerminal(
                "test",
                "ansi",
                new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8);
        Attributes attributes = terminal.getAttributes();
        attributes.setControlChar(Attributes.ControlChar.VINTR, 3);
        attributes.setControlChar(Attributes.ControlChar.VEOF, 4);
        // A key that is not set would be the end of the input.
        attributes.setControlChar(Attributes.ControlChar.VSUSP, 26);
        attributes.setControlChar(Attributes.ControlChar.VQUIT, 28);
        attributes.setControlChar(Attributes.ControlChar.VSTATUS, 20);
        attributes.setLocalFlag(Attributes.LocalFlag.ISIG, true);
        terminal.setAttributes(attributes);
        return terminal;
    }

    @Test
    void endsWithTheInputOrWithCtrlD() throws Exception {
        assertThat(typed("list\nstat\n")).containsExactly("list", "stat");
        assertThat(typed("list\n" + CTRL_D + "stat\n")).containsExactly("list");
    }

    @Test
    void clearsTheLineAtCtrlC() throws Exception {
        assertThat(typed("remove everything" + CTRL_C + "list\n")).containsExactly("list");
    }

    @Test
    void completesWithTheTabKey() throws Exception {
        assertThat(typed("set\t/x d\t\n")).containsExactly("set-status /x down");
    }

    @Test
    void takesQuotesAndBackslashesAsTheyAre() throws Exception {
        assertThat(typed("find property=\"a\\b'!1\n")).containsExactly("find property=\"a\\b'!1");
    }

    @Test
    void remembersLinesInAFileThatNobodyElseCanRead() throws Exception {
        typed("list\n \nstat\nstat\n");
        assertThat(typed(UP + UP + "\n")).containsExactly("list");
        assertThat(Files.readString(history())).isEqualTo("list\nstat\nlist\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(history().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void forgetsTheOldestLines() throws Exception {
        Files.createDirectory(directory.resolve("state"));
        List<String> old = IntStream.range(0, LineHistory.MAX_LINES + 500)
                .mapToObj(i -> "info " + i)
                .toList();
        Files.write(history(), old);
        assertThat(typed(UP + UP + "\n")).containsExactly("info " + (LineHistory.MAX_LINES + 498));
        assertThat(Files.readAllLines(history()))
                .hasSize(LineHistory.MAX_LINES + 1)
                .startsWith("info 500")
                .endsWith("info " + (LineHistory.MAX_LINES + 498));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history())))
                .isEqualTo("rw-------");
    }

    @Test
    void goesOnWithoutAHistoryWhereThereCanBeNone() throws Exception {
        Files.writeString(directory.resolve("state"), "a file, where a directory would have to be");
        assertThat(typed("list\n")).containsExactly("list");
    }

    @Test
    void followsNoLinkThatStandsWhereTheHistoryWouldBe() throws Exception {
        Files.createDirectory(directory.resolve("state"));
        Path other = Files.writeString(directory.resolve("other"), "mine\n");
        Files.createSymbolicLink(history(), other);
        assertThat(typed("list\n")).containsExactly("list");
        assertThat(Files.readString(other)).isEqualTo("mine\n");
    }
}
