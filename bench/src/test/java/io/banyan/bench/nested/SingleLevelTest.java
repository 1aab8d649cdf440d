package io.banyan.bench.nested;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.quickstart.QuickstartScenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SingleLevelTest {
    private static final Path HOME = Path.of("..");

    @Test
    void bothWaysEndWithTheSameGraph() throws Exception {
        var single = new SingleLevel(HOME, QuickstartScenario.read(HOME.resolve("jobspecs/t7.yaml")));
        assertThat(single.run(2)).hasSize(2).allMatch(times -> times.addUpdate() > 0);
        assertThat(single.ends()).allSatisfy(schedule -> {
            schedule.checkInvariants();
            assertThat(schedule.graph().vertexCount()).isEqualTo(71);
            assertThat(schedule.holdings().free("core")).isZero();
        });
    }
}
