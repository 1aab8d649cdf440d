package io.banyan.bench.nested;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.sim.plot.BoxPlot.Box;
import org.junit.jupiter.api.Test;

class NestedPlotsTest {
    @Test
    void aBoxHasItsWhiskersAtTheLastValuesWithinTheFences() {
        Box box = NestedPlots.box(new double[] {1, 2, 3, 4, 100});
        assertThat(box.lowerWhisker()).isEqualTo(1);
        assertThat(box.lower()).isEqualTo(2);
        assertThat(box.median()).isEqualTo(3);
        assertThat(box.upperWhisker()).isEqualTo(4);
        assertThat(box.outliers()).containsExactly(100.0);
    }
}
