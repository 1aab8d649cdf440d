package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Jobs;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How fast a malleable job works, as its jobspec says it. */
class PaceTest {
    private static Malleability of(Map<String, ?> said) {
        var all = new TreeMap<String, Object>(Map.of("min", 1, "max", 8));
        all.putAll(said);
        return Malleability.of(Jobs.with(Jobs.jobspec("1 slot { 1 core }"), Map.of("malleable", all)))
                .orElseThrow();
    }

    @Test
    void timesAreBySlots() {
        assertThat(of(Map.of()).pace()).isEmpty();
        Pace pace = of(Map.of("times", Map.of("1", 100, "8", 12.5), "rescale-time", 2))
                .pace()
                .orElseThrow();
        assertThat(pace.seconds()).containsExactly(Map.entry(1L, 100.0), Map.entry(8L, 12.5));
        assertThat(pace.rescaleSec()).hasValue(2);
        assertThat(of(Map.of("times", Map.of(4L, 7))).pace().orElseThrow().rescaleSec())
                .isEmpty();
    }

    @Test
    void whatMakesNoSenseIsSaid() {
        for (Map<String, ?> said : List.<Map<String, ?>>of(
                Map.of("times", 7),
                Map.of("times", Map.of()),
                Map.of("times", Map.of("few", 7)),
                Map.of("times", Map.of("0", 7)),
                Map.of("times", Map.of("1", 0)),
                Map.of("times", Map.of("1", -3)),
                Map.of("times", Map.of("1", Double.NaN)),
                Map.of("times", Map.of("1", Double.POSITIVE_INFINITY)),
                Map.of("times", Map.of("1", "long")))) {
            assertThatThrownBy(() -> of(said))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'times' of 'malleable'");
        }
        for (Object rescale : List.of(-1, "soon", Double.NaN)) {
            assertThatThrownBy(() -> of(Map.of("times", Map.of("1", 7), "rescale-time", rescale)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'rescale-time' of 'malleable'");
        }
        assertThatThrownBy(() -> of(Map.of("rescale-time", 1))).hasMessageContaining("requires 'times'");
    }
}
