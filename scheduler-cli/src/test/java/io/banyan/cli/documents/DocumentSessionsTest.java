package io.banyan.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the documentation, each of which is run, and its output compared in shape with that of the page. */
@Execution(ExecutionMode.CONCURRENT)
class DocumentSessionsTest {

    @TempDir
    private Path directory = Path.of("");

    /** The sessions, or those of the page that {@code -Dbanyan.page=TEXT} names. */
    static Stream<Session> sessions() {
        String only = System.getProperty("banyan.page", "");
        return Sessions.byPage().values().stream()
                .flatMap(List::stream)
                .filter(session -> session.toString().contains(only));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sessions")
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void printsWhatThePageShows(Session session) throws Exception {
        assumeTrue(session.notRun().isEmpty(), session.notRun());
        try (var shell = new Shell(directory)) {
            List<String> differences = session.differences(shell);
            assertThat(differences).as(String.join("\n", differences)).isEmpty();
        }
    }
}
