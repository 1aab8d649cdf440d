package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs whose processes run, and what they write. */
@Timeout(120)
class RunsTest extends WithDaemon {
    RunsTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    @Test
    void aRunPrintsWhatItsJobWritesAndEndsWithItsStatus() {
        Run run = banyan("run", "-n", "1", "--", "sh", "-c", "echo one; sleep 0.3; echo zw\u00f6lf; exit 7");
        assertThat(run.out()).isEqualTo("one\nzw\u00f6lf\n");
        assertThat(run.status()).isEqualTo(7);
    }

    @Test
    void whatItWroteIsThereAfterwardsAlsoForPrograms() {
        banyan("submit", "-n", "2", "--env", "WHO=me", "--", "sh", "-c", "echo $WHO");
        banyan("wait", "1");
        assertThat(banyan("logs", "1").out()).isEqualTo("me\nme\n");
        assertThat(banyan("logs", "-f", "1", "-o", "json").out()).isEqualTo("{\"job\":1,\"text\":\"me\\nme\\n\"}\n");
        assertThat(banyan("logs", "2").status()).isEqualTo(ExitStatus.NO);
        assertThat(banyan("logs", "2").err()).isEqualTo("banyan: There is no job 2 here.\n");
    }

    @Test
    void aRunIsOneDocumentForPrograms() throws Exception {
        Run run =
                banyan("run", "--format", "json", "-n", "1", "--", "sh", "-c", "echo one; sleep 0.3; echo two; exit 7");
        JsonNode document = new ObjectMapper()
                .reader()
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(run.out());
        assertThat(document.get("id").asLong()).isEqualTo(1);
        assertThat(document.get("state").asText()).isEqualTo("failed");
        assertThat(document.get("output").asText()).isEqualTo("one\ntwo\n");
        assertThat(document.get("outputCut").asBoolean()).isFalse();
        assertThat(run.status()).isEqualTo(7);
    }

    @Test
    void whoFollowsWhatIsCutOffGoesOnFromItsStart() {
        Run run = banyan(
                "run",
                "-n",
                "1",
                "--",
                "sh",
                "-c",
                "echo a long line; sleep 2; f=$(readlink /proc/$$/fd/1); : > $f; sleep 2; echo new; sleep 1");
        assertThat(run.out()).isEqualTo("a long line\nnew\n");
        assertThat(run.err())
                .contains("The output of job 1 was truncated. It continues from the beginning of the file.");
    }

    @Test
    void whatIsNoTextIsPrintedAsItIs() {
        var out = new ByteArrayOutputStream();
        String[] words = site().words("run", "-n", "1", "--", "printf", "\\377\\000\\200z");
        assertThat(Run.banyanPrinting(out, words).status()).isZero();
        assertThat(out.toByteArray()).containsExactly(0xff, 0, 0x80, 'z');
        var full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        Run lost = Run.banyanPrinting(full, site().words("logs", "1"));
        assertThat(lost.status()).isEqualTo(ExitStatus.NO);
        assertThat(lost.err()).isEqualTo("banyan: The result could not be written to standard output.\n");
    }

    @Test
    void whoHasReadEnoughOfAJobThatGoesOnIsToldNothing() {
        banyan("submit", "-n", "1", "--", "sh", "-c", "echo one; sleep 100");
        var pipe = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        Run left = Run.banyanPrinting(pipe, site().words("attach", "--read-only", "1"));
        assertThat(left.err()).isEmpty();
        assertThat(left.status()).isEqualTo(ExitStatus.NO);
        assertThat(banyan("cancel", "1").out()).isEqualTo("job 1 cancelled\n");
    }

    @Test
    void ofWhatHasWrittenNothingNothingIsPrinted() {
        banyan("submit", "-n", "1", "--hold", "--", "echo", "never");
        assertThat(banyan("logs", "1").out()).isEmpty();
        assertThat(banyan(
                                "run",
                                "-n",
                                "1",
                                "--output",
                                directory().resolve("o{{id}}").toString(),
                                "--",
                                "echo",
                                "x")
                        .out())
                .isEmpty();
        assertThat(directory().resolve("o2")).hasContent("x\n");
        assertThat(banyan("logs", "2").err()).contains("has no output here. If its jobspec names an output file");
    }
}
