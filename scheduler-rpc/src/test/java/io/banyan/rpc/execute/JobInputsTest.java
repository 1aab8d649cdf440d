package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.rpc.wire.InputMessages;
import io.banyan.rpc.wire.WindowSize;
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

    private JobInputs.Taken offer(long offset, byte[] data, boolean isEnd) {
        return inputs.offer(InputMessages.Piece.of(JOB, offset, data, data.length, isEnd));
    }

    @Test
    void aJobThatDoesNotRunYetTakesNothing() {
        assertThat(offer(0, bytes("abc"), false)).isEqualTo(new JobInputs.Taken(0, false, true));
    }

    @Test
    void whatComesAgainIsGivenOnce() {
        inputs.expect(JOB);
        assertThat(offer(0, bytes("abc"), false).accepted()).isEqualTo(3);
        assertThat(offer(0, bytes("abc"), false).accepted()).isEqualTo(3);
        assertThat(offer(2, bytes("cde"), false).accepted()).isEqualTo(3);
        assertThat(offer(9, bytes("x"), false).accepted()).as("a gap").isZero();
        assertThat(offer(5, bytes("f"), true).accepted()).isEqualTo(1);
        assertThat(offer(5, bytes("f"), true).accepted()).isEqualTo(1);
        var to = new ByteArrayOutputStream();
        inputs.feed(JOB, to);
        await().untilAsserted(() -> assertThat(to).hasToString("abcdef"));
        await().until(() -> offer(6, bytes("g"), false).isClosed());
        assertThat(to).hasToString("abcdef");
    }

    @Test
    void noMoreIsKeptThanAJobReads() throws Exception {
        inputs.expect(JOB);
        byte[] much = new byte[JobInputs.MOST_BYTES];
        assertThat(offer(0, much, false).accepted()).isEqualTo(much.length);
        assertThat(offer(much.length, much, false).accepted()).isZero();
        var read = new PipedInputStream(much.length + 1);
        inputs.feed(JOB, new PipedOutputStream(read));
        await().until(() -> offer(much.length, bytes("x"), false).accepted() == 1);
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
        assertThat(offer(0, bytes("a"), false).isClosed()).isTrue();
    }

    /** However often the size changes, no more than the last is kept. */
    @Test
    void aTerminalHearsOfTheLastSizeOfTheWindowBeforeWhatIsTyped() {
        inputs.expectTerminal(JOB);
        var size = new WindowSize(33, 101);
        InputMessages.Piece piece = InputMessages.Piece.of(JOB, 0, bytes("ab"), 2, false);
        assertThat(inputs.offer(piece.with(new WindowSize(24, 80))).accepted()).isEqualTo(2);
        assertThat(inputs.offer(piece.with(size)).accepted()).isEqualTo(2);
        assertThat(offer(2, new byte[0], true).accepted()).isZero();
        var to = new ByteArrayOutputStream();
        inputs.feed(JOB, to);
        await().until(() -> offer(2, bytes("c"), false).isClosed());
        assertThat(to.toByteArray()).containsExactly('w', 0, 0, 0, 4, 0, 33, 0, 101, 'd', 0, 0, 0, 2, 'a', 'b');
    }
}
