package io.banyan.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/**
 * A session of resource-query with what it printed, from those that lie beside the project, if they do. With {@code
 * -Dbanyan.recorded=TEXT} only those count whose name contains the text.
 *
 * @param arguments of the command, with its output in a file of the directory that was given
 * @param fails whether it ended with another status than 0
 */
public record RecordedSession(Path folder, List<String> arguments, boolean fails) {
    /** Stands for no session at all, so that a test is not without cases. */
    public static final String NONE = "none";

    /** Why nothing was compared. */
    public static final String SKIPPED = "there are no recorded sessions beside the project";

    private static final Path RECORDED =
            Path.of("../../shared/conformance").toAbsolutePath().normalize();
    private static final String HERE = "@TEST_SRCDIR@";

    /** The names of the chosen sessions. */
    public static List<String> names() throws IOException {
        Path cases = RECORDED.resolve("cases");
        String only = System.getProperty("banyan.recorded", "");
        if (!Files.isDirectory(cases)) {
            return List.of(NONE);
        }
        try (Stream<Path> folders = Files.list(cases)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.contains(only))
                    .sorted()
                    .toList();
        }
    }

    /** The session of a name. */
    public static RecordedSession read(String name, Path directory) throws IOException {
        Path folder = RECORDED.resolve("cases").resolve(name);
        var arguments = new ArrayList<String>();
        for (JsonNode element : new ObjectMapper().readTree(Files.readString(folder.resolve("argv.json")))) {
            arguments.add(put(element.asText()));
        }
        int output = arguments.indexOf("-t") + 1;
        if (output > 0) {
            arguments.set(output, directory.resolve(arguments.get(output)).toString());
        }
        boolean fails = !Files.readString(folder.resolve("rc")).strip().equals("0");
        return new RecordedSession(folder, List.copyOf(arguments), fails);
    }

    /** A terminal at which somebody types what was typed. */
    public Terminal terminal(StringWriter err) throws IOException {
        var in = new ByteArrayInputStream(
                put(Files.readString(folder.resolve("stdin"))).getBytes(StandardCharsets.UTF_8));
        return new Terminal(in, new PrintWriter(new StringWriter()), new PrintWriter(err));
    }

    /** The first line that differs from what was recorded, with where it stands; empty where there is none. */
    public String firstDifference() throws IOException {
        Path recorded = folder.resolve("tout");
        if (!Files.exists(recorded)) {
            return "";
        }
        String actual = Files.readString(Path.of(arguments.get(arguments.indexOf("-t") + 1)));
        String[] wanted = put(Files.readString(recorded)).split("\n", -1);
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
}
