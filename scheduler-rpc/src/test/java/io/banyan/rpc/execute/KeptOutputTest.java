package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what ended instances have left below the state directory of a daemon, and what their users can put there
 * instead.
 */
@Timeout(60)
class KeptOutputTest {
    private static final InstancePath NESTED = InstancePath.parse("/3/2");
    private static final JobId JOB = new JobId(17);
    private static final int MOST = 4;

    @TempDir
    private Path directory = Path.of("");

    private Path job = Path.of("");

    @BeforeEach
    void createsTheDirectoryOfAJob() throws IOException {
        job = Files.createDirectories(directory.resolve("children/3/children/2/jobs/17"));
        Files.writeString(job.resolve("output"), "abcdef");
        Files.writeString(directory.resolve("secret"), "secret");
    }

    private Optional<KeptOutput> read(long offset) throws IOException {
        return KeptOutput.read(new StateDirectory(directory), NESTED, JOB, offset, MOST);
    }

    @Test
    void readsPiecesUntilTheEnd() throws IOException {
        assertThat(text(0)).isEqualTo("abcd");
        assertThat(text(4)).isEqualTo("ef");
        assertThat(text(6)).isEmpty();
        assertThat(read(6).orElseThrow().isTruncated()).isFalse();
        assertThat(read(7).orElseThrow().isTruncated()).isTrue();
    }

    @Test
    void aJobThatWroteToAnotherFileHasWrittenNothing() throws IOException {
        Files.delete(job.resolve("output"));
        assertThat(text(0)).isEmpty();
        assertThat(read(1).orElseThrow().isTruncated()).isTrue();
    }

    @Test
    void nothingIsKeptOfAnUnknownJobOrInstance() throws IOException {
        var state = new StateDirectory(directory);
        assertThat(KeptOutput.read(state, NESTED, new JobId(18), 0, MOST)).isEmpty();
        assertThat(KeptOutput.read(state, InstancePath.parse("/3/4"), JOB, 0, MOST))
                .isEmpty();
        assertThat(KeptOutput.read(state, InstancePath.parse("/5"), JOB, 0, MOST))
                .isEmpty();
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        Path output = job.resolve("output");
        Files.delete(output);
        Files.createSymbolicLink(output, directory.resolve("secret"));
        assertThatThrownBy(() -> read(0)).isInstanceOf(IOException.class);
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("output"), "secret");
        Files.delete(output);
        Files.delete(job);
        Files.createSymbolicLink(job, elsewhere);
        assertThatThrownBy(() -> read(0)).isInstanceOf(IOException.class);
    }

    @Test
    void nobodyWaitsForAPipe() throws Exception {
        Path output = job.resolve("output");
        Files.delete(output);
        assertThat(new ProcessBuilder("mkfifo", output.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> read(0)).isInstanceOf(IOException.class);
    }

    @Test
    void aDirectoryIsNotRead() throws IOException {
        Files.delete(job.resolve("output"));
        Files.createDirectory(job.resolve("output"));
        assertThatThrownBy(() -> read(0)).isInstanceOf(IOException.class);
    }

    @Test
    void aFileOfSomebodyElseIsNotRead() throws IOException {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid")), "needs root");
        Files.setAttribute(job, "unix:uid", 12345);
        assertThatThrownBy(() -> read(0)).isInstanceOf(IOException.class);
        Files.setAttribute(job.resolve("output"), "unix:uid", 12345);
        assertThat(text(0)).isEqualTo("abcd");
    }

    private String text(long offset) throws IOException {
        return new String(read(offset).orElseThrow().data(), StandardCharsets.UTF_8);
    }
}
