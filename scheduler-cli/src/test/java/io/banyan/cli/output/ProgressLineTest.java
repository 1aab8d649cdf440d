package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    @Test
    void aLineCoversTheOneBeforeAndIsGoneInTheEnd() {
        StringBuilder written = new StringBuilder();
        AtomicLong nanos = new AtomicLong();
        try (var line = new ProgressLine(written::append, nanos::get, () -> true)) {
            line.show(() -> "too soon");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            line.show(() -> "long words");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            line.show(() -> "short");
        }
        assertThat(written.toString()).isEqualTo("\rlong words\rshort     \r          \r");
    }

    @Test
    void aBarIsAsLongAsItsPlaceAllows() {
        assertThat(ProgressLine.bar(5, 10, 37)).isEqualTo("[###############...............] 50 %");
        assertThat(ProgressLine.bar(5, 10, 17)).isEqualTo("[#####.....] 50 %");
        assertThat(ProgressLine.bar(5, 10, 12)).isEqualTo("[##...] 50 %");
        assertThat(ProgressLine.bar(5, 10, 11)).isEqualTo("50 %");
    }

    @Test
    void aBarIsFilledAsFarAsItIs() {
        assertThat(ProgressLine.bar(0, 10)).isEqualTo("[..............................] 0 %");
        assertThat(ProgressLine.bar(5, 10)).isEqualTo("[###############...............] 50 %");
        assertThat(ProgressLine.bar(11, 10)).isEqualTo("[##############################] 100 %");
        assertThat(ProgressLine.bar(3, 0)).endsWith("] 0 %");
    }
}
