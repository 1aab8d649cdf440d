package io.banyan.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoadProgressTest {
    private static final long MILLI = 1_000_000;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 100 * MILLI);

    private LoadProgress progress(boolean isTerminal) {
        return new LoadProgress(
                "graph.json", new PrintStream(written, true, StandardCharsets.UTF_8), nanos::get, () -> isTerminal);
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aShortLoadSaysNothing() {
        try (var progress = progress(true)) {
            nanos.addAndGet(700 * MILLI);
            progress.at(50, 100);
        }
        assertThat(written()).isEmpty();
    }

    @Test
    void aLongLoadSaysHowFarItIsNowAndThenAndTakesItsLineAway() {
        try (var progress = progress(true)) {
            nanos.addAndGet(900 * MILLI);
            progress.at(43, 100);
            progress.at(44, 100);
            nanos.addAndGet(200 * MILLI);
            progress.at(90, 100);
        }
        assertThat(written())
                .isEqualTo("\rLoading graph.json: 43 %\rLoading graph.json: 90 %\r" + " ".repeat(24) + "\r");
    }

    @Test
    void whereNobodySitsNothingIsSaid() {
        try (var progress = progress(false)) {
            nanos.addAndGet(9_000 * MILLI);
            progress.at(43, 100);
        }
        assertThat(written()).isEmpty();
    }
}
