package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.schedule.JobId;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Input that submitters send to jobs. */
class JobInputsTest {
    private static final JobId JOB = new JobId(1);

    private final JobInputs inputs = new JobInputs();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void aJobThatDoesNotRunYetTakesNothing() {
        assertThat(inputs.offer(JOB, 0, bytes("abc"), false)).isEqualTo(new JobInputs.Taken(0, false, true));
    }

    @Test
    void whatComesAgainIsGivenOnce() {
        inputs.expect(JOB);
        assertThat(inputs.offer(JOB, 0, bytes("abc"), false).accepted()).isEqualTo(3);
        assertThat(inputs.offer(JOB, 0, bytes("abc"), false).accepted()).isEqualTo(3);
        assertThat(inputs.offer(JOB, 2, bytes("cde"), false).accepted()).isEqualTo(3);
        assertThat(inputs.offer(JOB, 9, bytes("x"), false).accepted())
                .as("a gap")
                .isZero();
        assertThat(inputs.offer(JOB, 5, bytes("f"), true).accepted()).isEqualTo(1);
        assertThat(inputs.offer(JOB, 5, bytes("f"), true).accepted()).isEqualTo(1);
        var to = new ByteArrayOutputStream();
        inputs.feed(JOB, to);
        await().untilAsserted(() -> assertThat(to).hasToString("abcdef"));
        await().until(() -> inputs.offer(JOB, 6, bytes("g"), false).isClosed());
        assertThat(to).hasToString("abcdef");
    }

    @Test
    void noMoreIsKeptThanAJobReads() throws Exception {
        inputs.expect(JOB);
        byte[] much = new byte[JobInputs.MOST_BYTES];
        assertThat(inputs.offer(JOB, 0, much, false).accepted()).isEqualTo(much.length);
        assertThat(inputs.offer(JOB, much.length, much, false).accepted()).isZero();
        var read = new PipedInputStream(much.length + 1);
        inputs.feed(JOB, new PipedOutputStream(read));
        await().until(() -> inputs.offer(JOB, much.length, bytes("x"), false).accepted() == 1);
        assertThat(read.readNBytes(much.length)).hasSize(much.length);
    }

    @Test
    void aJobThatIsOverOrReadsNothingIsClosed() {
        var closed = new CompletableFuture<Boolean>();
        inputs.expect(JOB);
        inputs.feed(JOB, new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed.complete(true);
            }
        });
        inputs.ended(JOB);
        await().until(closed::isDone);
        inputs.refuse(JOB);
        assertThat(inputs.offer(JOB, 0, bytes("a"), false).isClosed()).isTrue();
    }
}
