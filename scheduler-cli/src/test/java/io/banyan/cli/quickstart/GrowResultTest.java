package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrowResultTest {
    @Test
    void takesTheMedianOfTheWarmRunsAndKeepsTheColdOneApart() {
        GrowResult result = GrowResult.of(run(900), List.of(run(30), run(10), run(20)));
        assertThat(result.totalMillis()).isEqualTo(20);
        assertThat(result.coldMillis()).isEqualTo(900);
    }

    @Test
    void takesTheFasterOfTwoRunsInTheMiddle() {
        assertThat(GrowResult.of(run(900), List.of(run(30), run(10))).totalMillis())
                .isEqualTo(10);
    }

    @Test
    void comparesThePapersModelWithTheTotal() {
        GrowResult result = GrowResult.of(run(900), List.of(run(10)));
        assertThat(result.ratio()).isEqualTo(PaperModel.millis(36) / 10);
    }

    @Test
    void needsAWarmRun() {
        assertThatThrownBy(() -> GrowResult.of(run(1), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("T8");
    }

    private static GrowMeasurement run(double millis) {
        return new GrowMeasurement(
                "T8", 36, millis, List.of(new LevelMillis("L1", 1, 2, 3), new LevelMillis("L0", 1, 0, 0)));
    }
}
