package io.banyan.sim.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.banyan.sim.program.Phase.Task;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs of jobs. */
class ProgramDraftTest {
    private static final ProgramSettings USUAL = ProgramSettings.defaults();

    private static ParallelProgram program(ProgramType type, int size, ProgramSettings settings) {
        return ProgramDraft.of(List.of(type), settings, 7, size, size, 3600);
    }

    @ParameterizedTest
    @EnumSource(ProgramType.class)
    void aProgramTakesItsRunTimeAndAtMostOneProcessForEachNode(ProgramType type) {
        for (int size = 1; size <= 128; size++) {
            ParallelProgram program = program(type, size, USUAL);
            assertThat(program.runSec()).as("size %d", size).isCloseTo(3600, within(1e-6));
            assertThat(program.processes()).as("size %d", size).isLessThanOrEqualTo(size);
            assertThat(program.type()).isEqualTo(type);
            assertThat(program).isEqualTo(program(type, size, USUAL));
            requireThatParentsRun(program);
        }
    }

    /** The first process runs from the beginning to the end; each other one is forked by one that runs. */
    private static void requireThatParentsRun(ParallelProgram program) {
        Set<Integer> running = new HashSet<>(Set.of(0));
        for (Phase phase : program.phases()) {
            Set<Integer> inPhase = new HashSet<>();
            for (Task task : phase.processes()) {
                if (!running.contains(task.process())) {
                    assertThat(running).contains(task.parent());
                    running.add(task.process());
                }
                inPhase.add(task.process());
            }
            assertThat(inPhase).contains(0).containsAll(phase.talking()).isEqualTo(running);
            phase.processes().stream().filter(Task::isLast).forEach(task -> running.remove(task.process()));
            assertThat(running).contains(0);
        }
    }

    @Test
    void theTypesHaveTheirOwnShapes() {
        ParallelProgram monteCarlo = program(ProgramType.MONTE_CARLO, 16, USUAL);
        assertThat(monteCarlo.phases()).hasSize(1);
        assertThat(monteCarlo.phases().getFirst().messageSec()).isCloseTo(0.04 * 3600, within(1e-6));
        ParallelProgram bsp = program(ProgramType.BSP, 16, USUAL);
        assertThat(bsp.phases()).hasSize(10).allSatisfy(phase -> {
            assertThat(phase.processes()).hasSize(16);
            assertThat(phase.messageSec()).isCloseTo(108, within(1e-6));
        });
        ParallelProgram fem = program(ProgramType.FEM, 16, USUAL);
        assertThat(fem.phases()).allSatisfy(phase -> {
            assertThat(phase.talking()).containsExactly(0, 1, 2, 3);
            assertThat(phase.processes()).hasSizeBetween(4, 16);
        });
        ParallelProgram adaptive = program(ProgramType.ADAPTIVE_FEM, 16, USUAL);
        assertThat(adaptive.phases().getFirst().processes()).hasSize(2);
        assertThat(adaptive.processes()).isEqualTo(16);
    }

    @Test
    void threadsOnTheNodeOfTheirProcessNeedNoNode() {
        assertThat(program(ProgramType.FEM, 16, USUAL.with("threads=node")).processes())
                .isEqualTo(4);
    }

    @Test
    void parametersAreChecked() {
        assertThat(USUAL.with("unit=core").slotsPerNode()).isEqualTo(4);
        assertThat(USUAL.with("bsp-share=0.5").line()).contains("bsp-share=0.5", "unit=core");
        assertThat(USUAL.values().keySet()).startsWith("unit", "end", "threads", "parent");
        assertThatThrownBy(() -> USUAL.with("unit=cpu")).hasMessage("unit must be one of node, core, found 'cpu'");
        assertThatThrownBy(() -> USUAL.with("bsp-share=2"))
                .hasMessage("bsp-share must be a number from 0 to 1 such as 0.25, found '2'");
        assertThatThrownBy(() -> USUAL.with("phases=0")).hasMessage("phases must be a number from 1 to 999, found '0'");
        assertThatThrownBy(() -> USUAL.with("colour=blue")).hasMessageStartingWith("expected one of unit=, end=");
        assertThatThrownBy(() -> USUAL.with("unit")).hasMessageEndingWith("found 'unit'");
        assertThatThrownBy(() -> ProgramMix.parse("mpi"))
                .hasMessage("expected one of monte-carlo, bsp, fem, adaptive-fem, uniform, found 'mpi'");
    }
}
