package io.banyan.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How people write amounts and times. */
class CountsTest {
    @Test
    void amountsAreReadByType() {
        assertThat(Counts.of(List.of("node=2", "gpu=4"))).isEqualTo(Map.of("node", 2L, "gpu", 4L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "=2", "node=0", "node=-1", "node=two", "node=2.5", ""})
    void whatIsNoAmountIsRefusedWithASample(String word) {
        assertThatThrownBy(() -> Counts.of(List.of(word)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("such as node=2");
    }

    @Test
    void aTypeThatIsNamedTwiceIsRefused() {
        assertThatThrownBy(() -> Counts.of(List.of("node=2", "node=3")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("names node twice");
    }

    @Test
    void aTimeHasItsUnit() {
        assertThat(Durations.of("--grace", "10m")).isEqualTo(Duration.ofMinutes(10));
        assertThat(Durations.of("--grace", "0s")).isEqualTo(Duration.ZERO);
        assertThatThrownBy(() -> Durations.of("--grace", "10"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("--grace: expected a time");
    }
}
