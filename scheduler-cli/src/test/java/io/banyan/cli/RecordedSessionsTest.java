package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Recorded sessions of resource-query, byte for byte, where they lie beside the project; {@code -Dbanyan.recorded=TEXT}
 * chooses those whose name contains the text.
 */
class RecordedSessionsTest {

    private static final Path RECORDED =
            Path.of("../../shared/conformance").toAbsolutePath().normalize();
    private static final String NONE = "none";
    private static final String HERE = "@TEST_SRCDIR@";

    @TempDir
    private Path directory = Path.of("");

    static List<String> cases() throws IOException {
        Path cases = RECORDED.resolve("cases");
        String only = System.getProperty("banyan.recorded");
        if (only == null || !Files.isDirectory(cases)) {
            return List.of(NONE);
        }
        try (Stream<Path> folders = Files.list(cases)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.contains(only))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void answersAsRecorded(String name) throws IOException {
        assumeTrue(
                !name.equals(NONE), "compared where -Dbanyan.recorded=TEXT names some and they lie beside the project");
        Path folder = RECORDED.resolve("cases").resolve(name);
        List<String> arguments = arguments(Files.readString(folder.resolve("argv.json")));
        arguments.addFirst("query");
        int output = arguments.indexOf("-t") + 1;
        if (output > 0) {
            arguments.set(output, directory.resolve(arguments.get(output)).toString());
        }
        var err = new StringWriter();
        var in = new ByteArrayInputStream(
                put(Files.readString(folder.resolve("stdin"))).getBytes(StandardCharsets.UTF_8));
        var terminal = new Terminal(in, new PrintWriter(new StringWriter()), new PrintWriter(err));

        int status = Banyan.run(terminal, arguments.toArray(String[]::new));

        boolean failure = !Files.readString(folder.resolve("rc")).strip().equals("0");
        assertThat(status != 0).as(err.toString()).isEqualTo(failure);
        Path expected = folder.resolve("tout");
        if (Files.exists(expected)) {
            String actual = Files.readString(Path.of(arguments.get(output)));
            assertThat(firstDifference(put(Files.readString(expected)), actual))
                    .as(arguments + System.lineSeparator() + err)
                    .isEmpty();
        }
    }

    /** The first line that differs, with where it stands; empty where there is none. */
    private static String firstDifference(String expected, String actual) {
        String[] wanted = expected.split("\n", -1);
        String[] got = actual.split("\n", -1);
        for (int i = 0; i < Math.max(wanted.length, got.length); i++) {
            String want = i < wanted.length ? wanted[i] : "(end)";
            String have = i < got.length ? got[i] : "(end)";
            if (!want.equals(have)) {
                return "line " + (i + 1) + "\n expected " + want + "\n but was  " + have;
            }
        }
        return "";
    }

    private static String put(String text) {
        return text.replace(HERE, RECORDED.toString());
    }

    /** The strings of a flat JSON list. */
    private static List<String> arguments(String json) throws IOException {
        var arguments = new ArrayList<String>();
        for (var element : new com.fasterxml.jackson.databind.ObjectMapper().readTree(json)) {
            arguments.add(put(element.asText()));
        }
        return arguments;
    }
}
