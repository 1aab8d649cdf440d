package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.banyan.cli.RecordedSession;
import io.banyan.instance.Instance;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded sessions of resource-query, asked of a daemon over gRPC: the same bytes again. */
@Execution(ExecutionMode.CONCURRENT)
class DaemonSessionsTest {
    @TempDir
    private Path directory = Path.of("");

    static List<String> names() throws IOException {
        return RecordedSession.names();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void aDaemonAnswersAsRecorded(String name) throws IOException {
        assumeFalse(name.equals(RecordedSession.NONE), RecordedSession.SKIPPED);
        RecordedSession session = RecordedSession.read(name, directory);
        var err = new StringWriter();
        List<LoopbackDaemon> daemons = new ArrayList<>();

        int status = QueryCommand.create(session.terminal(err), instance -> remote(instance, daemons))
                .execute(session.arguments().toArray(String[]::new));
        daemons.forEach(LoopbackDaemon::close);

        assertThat(status != 0).as(err.toString()).isEqualTo(session.fails());
        assertThat(session.firstDifference())
                .as(session.arguments() + System.lineSeparator() + err)
                .isEmpty();
    }

    private static Backend remote(Instance instance, List<LoopbackDaemon> daemons) {
        try {
            var daemon = new LoopbackDaemon(instance);
            daemons.add(daemon);
            return new RemoteBackend(daemon.client());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
