package io.banyan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MixTest {
    @Test
    void picksEachOperationAsOftenAsItWeighs() {
        Mix mix = Mix.parse("match=1,cancel=3");
        var random = new Random(1);
        long cancels = IntStream.range(0, 10_000)
                .filter(i -> mix.pick(random) == Operation.CANCEL)
                .count();
        assertThat(cancels / 10_000.0).isCloseTo(0.75, within(0.02));
        assertThat(IntStream.range(0, 1_000).mapToObj(i -> mix.pick(random))).doesNotContain(Operation.INFO);
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> Mix.parse("match=1,drop=2"))
                .hasMessage("There is no operation 'drop'; there are match, cancel and info.");
        assertThatThrownBy(() -> Mix.parse("match")).hasMessageContaining("'match' is no part of a mix");
        assertThatThrownBy(() -> Mix.parse("match=0")).hasMessageContaining("above 0");
    }
}
