package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.banyan.jobspec.Jobspec;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class QuickstartScenarioTest {
    private static final QuickstartScenario PAPER =
            QuickstartScenario.paper(Path.of("..").toAbsolutePath().normalize());

    @Test
    void thePaperHasFiveLevelsAndEightRequestsFromTheSmallest() {
        assertThat(PAPER.levels()).isEqualTo(5);
        assertThat(PAPER.requests())
                .extracting(QuickstartScenario.Request::name)
                .containsExactly("T8", "T7", "T6", "T5", "T4", "T3", "T2", "T1");
    }

    /** A node with 2 sockets and 32 cores is 35 vertices; each has one edge to its parent. */
    @Test
    void wholeNodesBring70VerticesAndEdgesEach() throws Exception {
        for (QuickstartScenario.Request request : PAPER.requests()) {
            Jobspec jobspec = QuickstartScenario.read(request.jobspec());
            if (jobspec.resources().get(0).isSlot()) {
                assertThat(request.elements())
                        .as(request.name())
                        .isEqualTo(70 * (int) jobspec.resources().get(0).count().min());
            }
        }
    }

    @Test
    void allItsFilesAreThere() {
        assertThat(PAPER.graph()).isRegularFile();
        assertThat(PAPER.bursts())
                .allSatisfy(burst ->
                        assertThatCode(() -> QuickstartScenario.read(burst)).doesNotThrowAnyException());
        assertThat(PAPER.spawns())
                .allSatisfy(spawn ->
                        assertThatCode(() -> QuickstartScenario.read(spawn)).doesNotThrowAnyException());
    }
}
