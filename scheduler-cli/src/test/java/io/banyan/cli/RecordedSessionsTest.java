package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded sessions of resource-query, byte for byte. */
@Execution(ExecutionMode.CONCURRENT)
class RecordedSessionsTest {

    @TempDir
    private Path directory = Path.of("");

    static List<String> names() throws IOException {
        return RecordedSession.names();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void answersAsRecorded(String name) throws IOException {
        assumeFalse(name.equals(RecordedSession.NONE), RecordedSession.SKIPPED);
        RecordedSession session = RecordedSession.read(name, directory);
        List<String> arguments = new ArrayList<>(session.arguments());
        arguments.addFirst("query");
        var err = new StringWriter();

        int status = Banyan.run(session.terminal(err), arguments.toArray(String[]::new));

        assertThat(status != 0).as(err.toString()).isEqualTo(session.fails());
        assertThat(session.firstDifference())
                .as(arguments + System.lineSeparator() + err)
                .isEmpty();
    }
}
