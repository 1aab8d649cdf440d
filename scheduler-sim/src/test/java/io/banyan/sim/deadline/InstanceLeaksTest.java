package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Grid;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An instance chooses the nodes of jobs that take them while they run as the mapping does. */
class InstanceLeaksTest {
    private static Optional<String> difference(
            Topology network, MappingRule rule, LoadLevel load, int jobs, long seed, boolean isChecked) {
        return InstanceLeaks.difference(
                DeadlineWorkload.USUAL.jobs(jobs, network.nodes(), load.gapSec(), seed),
                network,
                rule,
                ProgramSettings.defaults(),
                new DeadlineRun.Programs(ProgramMix.UNIFORM.types(), Communication.ASYNCHRONOUS, seed),
                isChecked);
    }

    @ParameterizedTest
    @EnumSource(
            value = MappingRule.class,
            names = {"LEAK", "LEAK_SCATTERED"})
    void anInstanceChoosesTheNodesOfTheMapping(MappingRule rule) {
        List<String> differences = new ArrayList<>();
        for (LoadLevel load : LoadLevel.values()) {
            for (long seed = 41; seed <= 43; seed++) {
                String context = "seed " + seed + ", " + load + ": ";
                difference(Grid.of(16, 8), rule, load, 150, seed, false).ifPresent(it -> differences.add(context + it));
            }
        }
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = MappingRule.class,
            names = {"LEAK", "LEAK_SCATTERED"})
    void theInvariantsHoldAfterEachEvent(MappingRule rule) {
        assertThat(difference(Grid.of(4, 3), rule, LoadLevel.HEAVY, 60, 44, true))
                .isEmpty();
    }

    @Test
    void aMappingThatDiffersIsFound() {
        // The instance takes scattered nodes, and the run connected ones.
        var leaks = InstanceLeaks.of(Grid.of(4, 4), MappingRule.LEAK_SCATTERED);
        new DeadlineRun(Grid.of(4, 4), ProgramSettings.defaults().with("unit=node"))
                .run(
                        DeadlineWorkload.USUAL.jobs(100, 16, 150, 1),
                        MappingRule.LEAK,
                        new DeadlineRun.Programs(ProgramMix.UNIFORM.types(), Communication.ASYNCHRONOUS, 1),
                        placement -> new MirroredPlacement(placement, leaks));
        assertThat(leaks.difference().orElseThrow())
                .matches("a process that job \\d+ forks on node \\d+ shares that node, and the instance gives it .*");
    }

    @Test
    void otherMappingsAreRefused() {
        assertThatThrownBy(() -> difference(Grid.of(4, 4), MappingRule.HILBERT, LoadLevel.HEAVY, 1, 1, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("jobs do not take nodes while they run with the mapping hilbert");
    }
}
