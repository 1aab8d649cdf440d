package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.Amount;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FillerTest {
    @Test
    void takesAllFreeNodes() {
        assertThat(asksFor(Map.of("node", new Amount(8, 4), "core", new Amount(256, 128))))
                .isEqualTo("4 node");
    }

    @Test
    void takesFreeCoresWhereNoNodeIsFree() {
        assertThat(asksFor(Map.of("node", new Amount(1, 0), "core", new Amount(32, 16))))
                .isEqualTo("16 core");
    }

    @Test
    void takesNothingWhereNothingIsFree() {
        assertThat(Filler.of(Map.of("node", new Amount(1, 0), "core", new Amount(32, 0))))
                .isEmpty();
        assertThat(Filler.of(Map.of())).isEmpty();
    }

    private static String asksFor(Map<String, Amount> amounts) {
        Jobspec jobspec = Filler.of(amounts).orElseThrow();
        Resource slot = jobspec.resources().get(0);
        assertThat(slot.isSlot()).isTrue();
        return slot.count().min() + " " + slot.with().get(0).type().name();
    }
}
