package io.banyan.rpc.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests what is kept of the output of a check, in whatever pieces it comes. */
class CheckOutputTest {
    private static final String MARK = "6b1f";

    private static CheckOutput read(String text, int piece) {
        var output = new CheckOutput(MARK);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += piece) {
            int length = Math.min(piece, bytes.length - from);
            byte[] part = new byte[length];
            System.arraycopy(bytes, from, part, 0, length);
            output.add(part, length);
        }
        return output;
    }

    @Test
    void theStatusIsFoundInWhateverPiecesItComes() {
        String text = "no disk\u00e9\nmore\n\n" + MARK + " 17\nwhat others print";
        for (int piece = 1; piece <= text.length() + 2; piece++) {
            assertThat(read(text, piece).status()).as("in pieces of %d", piece).hasValue(17);
            assertThat(read(text, piece).firstLine("")).isEqualTo("no disk\u00e9");
        }
    }

    @Test
    void theStatusIsFoundBehindMuchOutput() {
        var random = new Random(7);
        for (int i = 0; i < 20; i++) {
            String text = "first\n" + "x".repeat(random.nextInt(20_000)) + "\n" + MARK + " 0\n";
            assertThat(read(text, 1 + random.nextInt(5_000)).status()).hasValue(0);
        }
    }

    @Test
    void thereIsNoStatusBeforeItsLineHasEnded() {
        assertThat(read("x\n" + MARK + " 1", 3).status()).isEmpty();
        assertThat(read("x\n" + MARK, 3).status()).isEmpty();
    }

    @Test
    void theMarkIsNoReason() {
        assertThat(read("\n" + MARK + " 1\n", 100).firstLine("nothing was said"))
                .isEqualTo("nothing was said");
    }
}
