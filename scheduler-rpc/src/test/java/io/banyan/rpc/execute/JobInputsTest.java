package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.resource.JobId;
import io.banyan.rpc.wire.client.InputMessages;
import io.banyan.rpc.wire.client.InputMessages.WindowSize;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Input that submitters send to jobs. */
class JobInputsTest {
    private static final JobId JOB = new JobId(1);

    private final JobInputs inputs = new JobInputs();

    private final List<GivenInput> noted = new CopyOnWriteArrayList<>();

    private void feed(OutputStream to, boolean isTerminal) {
        inputs.feed(JOB, new JobInputs.Reader(to, isTerminal, noted::add), GivenInput.NONE);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private InputMessages.Taken offer(long offset, byte[] data, boolean isEnd) {
        return inputs.offer(InputMessages.Piece.of(JOB, offset, data, data.length, isEnd));
    }

    @Test
    void aJobThatDoesNotRunYetTakesNothing() {
        assertThat(offer(0, bytes("abc"), false)).isEqualTo(new InputMessages.Taken(0, false, true, false));
    }

    @Test
    void whatComesAgainIsGivenOnce() {
        var to = new ByteArrayOutputStream();
        feed(to, false);
        assertThat(offer(0, bytes("abc"), false).accepted()).isEqualTo(3);
        assertThat(offer(0, bytes("abc"), false).accepted()).isEqualTo(3);
        assertThat(offer(2, bytes("cde"), false).accepted()).isEqualTo(3);
        assertThat(offer(9, bytes("x"), false).accepted()).as("a gap").isZero();
        assertThat(offer(5, bytes("f"), true).accepted()).isEqualTo(1);
        assertThat(offer(5, bytes("f"), true).accepted()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(to).hasToString("abcdef"));
        await().until(() -> offer(6, bytes("g"), false).isClosed());
        assertThat(to).hasToString("abcdef");
    }

    @Test
    void noMoreIsKeptThanAJobReads() throws Exception {
        byte[] much = new byte[JobInputs.MOST_BYTES];
        var isRead = new CompletableFuture<Boolean>();
        var to = new OutputStream() {
            @Override
            public void write(int one) {
                isRead.join();
            }

            @Override
            public void write(byte[] some, int from, int count) {
                isRead.join();
            }
        };
        feed(to, false);
        assertThat(offer(0, much, false).accepted()).isEqualTo(much.length);
        assertThat(offer(much.length, much, false).accepted()).isZero();
        isRead.complete(true);
        await().until(() -> offer(much.length, bytes("x"), false).accepted() == 1);
    }

    @Test
    void aJobThatIsOverOrReadsNothingIsClosed() {
        var closed = new CompletableFuture<Boolean>();
        var to = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed.complete(true);
            }
        };
        feed(to, false);
        inputs.ended(JOB);
        await().until(closed::isDone);
        inputs.refuse(JOB);
        assertThat(offer(0, bytes("a"), false)).isEqualTo(new InputMessages.Taken(1, true, false, false));
    }

    @Test
    void inputThatTheDaemonEndedStaysEndedByTheDaemon() {
        inputs.cutOff(JOB);
        inputs.close();
        assertThat(offer(0, bytes("a"), false)).isEqualTo(new InputMessages.Taken(0, true, false, true));
        inputs.ended(JOB);
        assertThat(inputs.over(JOB)).isEqualTo(new InputMessages.Taken(0, true, false, true));
    }

    /** However often the size changes, no more than the last is kept. */
    @Test
    void aTerminalHearsOfTheLastSizeOfTheWindowBeforeWhatIsTyped() {
        var held = new CompletableFuture<Void>();
        var to = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] data) {
                held.join();
                writeBytes(data);
            }
        };
        feed(to, true);
        var size = new WindowSize(33, 101);
        InputMessages.Piece piece = InputMessages.Piece.of(JOB, 0, bytes("ab"), 2, false);
        InputMessages.Piece resized = InputMessages.Piece.of(JOB, 0, new byte[0], 0, false);
        for (int rows = 10; rows < 33; rows++) {
            assertThat(inputs.offer(resized.with(new WindowSize(rows, 80))).accepted())
                    .isZero();
        }
        assertThat(inputs.offer(piece.with(size)).accepted()).isEqualTo(2);
        assertThat(offer(2, new byte[0], true).accepted()).isZero();
        held.complete(null);
        await().until(() -> offer(2, bytes("c"), false).isClosed());
        byte[] last = {'w', 0, 0, 0, 4, 0, 33, 0, 101, 'd', 0, 0, 0, 2, 'a', 'b'};
        assertThat(to.toByteArray()).endsWith(last).hasSizeLessThanOrEqualTo(last.length + 9);
    }

    @Test
    void aJobThatClosesItsInputIsToldFromADaemonThatEndsIt() throws Exception {
        var gone = new PipedInputStream();
        feed(new PipedOutputStream(gone), false);
        gone.close();
        assertThat(offer(0, bytes("a"), false).accepted()).isEqualTo(1);
        await().until(() -> offer(1, bytes("b"), false).isClosed());
        assertThat(offer(1, bytes("b"), false).isCutOff()).isFalse();
        feed(new ByteArrayOutputStream(), false);
        inputs.close();
        assertThat(offer(0, bytes("a"), false)).isEqualTo(new InputMessages.Taken(0, true, false, true));
        inputs.cutOff(JOB);
        assertThat(offer(7, bytes("a"), false).isCutOff()).isTrue();
    }

    @Test
    void howMuchAJobIsGivenIsNotedBeforeItIs() {
        var to = new ByteArrayOutputStream();
        feed(to, false);
        assertThat(offer(0, bytes("a"), false).accepted()).isEqualTo(1);
        await().until(() -> to.size() == 1);
        assertThat(noted).containsExactly(GivenInput.PART);
        assertThat(offer(1, new byte[0], true).accepted()).isZero();
        await().until(() -> offer(1, bytes("b"), false).isClosed());
        assertThat(noted).containsExactly(GivenInput.PART, GivenInput.WHOLE);
    }

    @Test
    void inputThatEndedWithoutAByteEndsAgainAtTheNextStart() {
        feed(new ByteArrayOutputStream(), false);
        assertThat(offer(0, new byte[0], true).accepted()).isZero();
        await().until(() -> offer(0, bytes("b"), false).isClosed());
        assertThat(noted).containsExactly(GivenInput.EMPTY);
        inputs.feed(JOB, new JobInputs.Reader(new ByteArrayOutputStream(), false, noted::add), GivenInput.EMPTY);
        await().until(() -> offer(0, bytes("b"), false).isClosed());
        assertThat(noted).containsExactly(GivenInput.EMPTY, GivenInput.EMPTY);
    }
}
