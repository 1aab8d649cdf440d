package io.banyan.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code banyan events --follow}, whose daemon ends and begins again. */
@Timeout(180)
class FollowedEventsTest extends WithDaemon {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** An output stream that somebody reads, until he stops reading. */
    private static final class Reader extends OutputStream {
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();
        private volatile boolean isGone;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (isGone) {
                throw new IOException("nobody reads");
            }
            read.write(bytes, offset, length);
        }

        String text() {
            return read.toString(StandardCharsets.UTF_8);
        }
    }

    private CompletableFuture<Run> follow(Reader reader, String... more) {
        String[] words = site().words("events -f", more);
        return CompletableFuture.supplyAsync(() -> Run.banyanPrinting(reader, words));
    }

    private void submit(String name) {
        assertThat(banyan("submit", "-n", "1", "-t", "1h", "--name", name, "--", "work")
                        .status())
                .isEqualTo(ExitStatus.DONE);
    }

    private static void awaitWord(Reader reader, String word) {
        await().atMost(PATIENCE).until(() -> reader.text().contains(word));
    }

    @Test
    void whoFollowsGoesOnWithTheNextDaemon() throws Exception {
        var reader = new Reader();
        submit("before");
        CompletableFuture<Run> following = follow(reader);
        awaitWord(reader, "before");
        site().close();
        begin();
        submit("after");
        awaitWord(reader, "after");
        assertThat(reader.text()).as("told once").containsOnlyOnce("job submitted          1  before");
        reader.isGone = true;
        submit("last");
        Run run = following.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err())
                .contains("Retrying for 60 s.")
                .contains(" are not available, for example because the daemon was restarted. All available events "
                        + "follow.")
                .contains("banyan: The daemon is available again.");
    }

    @Test
    void whoFollowsWaitsNoLongerThanHeSays() {
        var reader = new Reader();
        submit("before");
        CompletableFuture<Run> following = follow(reader, "--retry", "1s");
        awaitWord(reader, "before");
        site().close();
        Run run = following.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).contains("Retrying for 1 s.").contains("continue with --since '");
    }

    @Test
    void theLastLineOfDataSaysWhyItEnds() {
        var reader = new Reader();
        submit("before");
        CompletableFuture<Run> following = follow(reader, "--retry", "1s", "-o", "json");
        awaitWord(reader, "before");
        site().close();
        Run run = following.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        List<String> lines = reader.text().lines().toList();
        assertThat(lines).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
        assertThat(lines.getLast()).startsWith("{\"outcome\":\"failed\",\"message\":\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"events", "events -f", "events -o json"})
    void ofAJobThatNeverWasNothingIsShownAndThatIsSaid(String command) {
        submit("one");
        Run run = banyan(command, "--job", "99");
        assertThat(run.err()).isEqualTo("banyan: There is no job 99 here.\n");
        assertThat(run.status()).isEqualTo(banyan("info", "99").status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void ofAJobOfWhichNothingNewHasHappenedNothingIsShown() {
        submit("one");
        await().atMost(PATIENCE)
                .until(() -> banyan("events", "--job", "1").out().contains("job allocated"));
        List<String> lines = banyan("events", "--job", "1").out().lines().toList();
        String last = lines.getLast().split(" ", 2)[0];
        Run run = banyan("events", "--job", "1", "--since", last);
        assertThat(run).isEqualTo(new Run(ExitStatus.DONE, "", ""));
    }

    @Test
    void whereNoDaemonWasNobodyWaits() {
        site().close();
        Run run = banyan("events", "-f");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).doesNotContain("Retrying");
    }
}
