package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.Terminal;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the output of a session reaches whoever waits for it. */
class FlushingTest {
    private static final int MANY = 2_000;

    @TempDir
    private Path directory;

    private Path graph = Path.of("");

    private final CountingWriter seen = new CountingWriter();
    private final PrintWriter out = new PrintWriter(new BufferedWriter(seen));

    /** The output that has come out, and how often it was flushed. */
    private static final class CountingWriter extends StringWriter {
        private int flushes;

        @Override
        public void flush() {
            flushes++;
        }
    }

    /** Somebody who writes a line, and the next one only when asked for it. */
    private class Asker extends InputStream {
        private final List<String> left;
        private final List<String> seenBefore = new ArrayList<>();
        private InputStream line = InputStream.nullInputStream();

        private Asker(String... lines) {
            this.left = new ArrayList<>(List.of(lines));
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (line.available() == 0) {
                seenBefore.add(seen.toString());
                if (left.isEmpty()) {
                    return -1;
                }
                line = new ByteArrayInputStream(left.removeFirst().getBytes(StandardCharsets.UTF_8));
            }
            return line.read(bytes, from, length);
        }

        @Override
        public int available() throws IOException {
            return line.available();
        }
    }

    @BeforeEach
    void writeGraph() throws IOException {
        String recipe =
                Run.banyan("graph", "generate", "cluster { 1 node { 1 core } }").out();
        graph = Files.writeString(directory.resolve("tiny.graphml"), recipe);
    }

    private void query(InputStream in, String... options) {
        Terminal terminal = new Terminal(in, out, new PrintWriter(new StringWriter()));
        List<String> arguments = new ArrayList<>(List.of("-L", graph.toString()));
        arguments.addAll(List.of(options));
        QueryCommand.create(terminal).execute(arguments.toArray(String[]::new));
    }

    @Test
    void whoeverWaitsForAnAnswerBeforeTheNextCommandGetsIt() {
        var asker = new Asker("get-status /cluster0\n", "get-status /cluster0/no", "de0\n", "quit\n");
        query(asker);
        assertThat(asker.seenBefore)
                .containsExactly(
                        "", "/cluster0 is up\n", "/cluster0 is up\n", "/cluster0 is up\n/cluster0/node0 is up\n");
    }

    @Test
    void theFileOfResultsIsCompleteAsSoonAsTheNextCommandIsWaitedFor() {
        Path results = directory.resolve("results");
        var sizes = new ArrayList<Long>();
        var asker = new Asker("get-status /cluster0\n", "quit\n") {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                sizes.add(Files.size(results));
                return super.read(bytes, from, length);
            }
        };
        query(asker, "-t", results.toString());
        assertThat(sizes).containsExactly(0L, (long) "/cluster0 is up\n".length());
    }

    @Test
    void aFileOfCommandsIsAnsweredInLargePieces() {
        byte[] commands = "get-status /cluster0\n".repeat(MANY).getBytes(StandardCharsets.UTF_8);
        query(new ByteArrayInputStream(commands));
        assertThat(seen.toString()).isEqualTo("/cluster0 is up\n".repeat(MANY));
        assertThat(seen.flushes).isLessThan(MANY / 2);
    }

    @Test
    void secondsHaveSixDecimals() {
        for (long nanos : new long[] {0, 499, 500, 1_499, 999_999_499, 999_999_500, 12_000_034_567L}) {
            assertThat(SessionMatches.secondsText(nanos)).isEqualTo("%f".formatted(nanos / 1e9));
        }
    }
}
