package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.Topology;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with deadlines on networks of three dimensions and of switches. */
class NetworkRunTest {
    private static final int JOBS = 80;
    private static final long SEEDS = 2;

    private static List<DeadlineJob> jobs(Topology topology, long gapSec, long seed) {
        return DeadlineWorkload.USUAL.jobs(JOBS, topology.nodes(), gapSec, seed);
    }

    private static ExecutionOutcome run(DeadlineRun deadlines, Topology topology, MappingRule rule, long seed) {
        return deadlines.run(
                jobs(topology, 150, seed),
                rule,
                new DeadlineRun.Programs(ProgramMix.parse("uniform").types(), Communication.ASYNCHRONOUS, seed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus 8x4x4", "fattree 4x4x8", "dragonfly 8x4x4"})
    void eachMappingHasShorterDistancesThanRandomNodes(String shape) {
        Topology topology = NetworkKind.parse(shape);
        var deadlines = new DeadlineRun(topology, ProgramSettings.defaults());
        for (MappingRule rule : MappingRule.values()) {
            if (rule == MappingRule.COUNT) {
                continue;
            }
            double distance = 0;
            for (long seed = 1; seed <= SEEDS; seed++) {
                ExecutionOutcome outcome = run(deadlines, topology, rule, seed);
                assertThat(outcome.completed()).as("%s, seed %d", rule, seed).isPositive();
                assertThat(outcome).isEqualTo(run(deadlines, topology, rule, seed));
                distance += outcome.distance() / SEEDS;
            }
            if (rule == MappingRule.RANDOM) {
                assertThat(distance)
                        .isBetween(
                                0.9 * topology.distances().mean(),
                                1.1 * topology.distances().mean());
            } else {
                assertThat(distance)
                        .as("%s", rule)
                        .isLessThan(0.95 * topology.distances().mean());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus 4x4x2", "fattree 2x4x4", "dragonfly 4x4x2"})
    void anInstanceTakesTheSameDecisions(String shape) {
        Topology topology = NetworkKind.parse(shape);
        for (MappingRule rule : MappingRule.values()) {
            if (rule.isOfInstance() && rule.booksNodes()) {
                assertThat(InstanceBookings.difference(
                                DeadlineWorkload.USUAL.jobs(60, topology.nodes(), 150, 3), topology, rule, true))
                        .as("%s", rule)
                        .isEmpty();
            }
        }
    }

    /** The first process of a Monte Carlo program exchanges messages with all others, and so moves to the middle. */
    @ParameterizedTest
    @ValueSource(strings = {"grid 16x8", "torus 8x4x4", "fattree 4x4x8", "dragonfly 8x4x4"})
    void exchangedProcessesHaveShorterDistances(String shape) {
        Topology topology = NetworkKind.parse(shape);
        var inOrder = new DeadlineRun(topology, ProgramSettings.defaults());
        var exchanged = new DeadlineRun(topology, ProgramSettings.defaults().with("placement=exchange"));
        for (String programs : List.of("monte-carlo", "bsp")) {
            var drawn = new DeadlineRun.Programs(ProgramMix.parse(programs).types(), Communication.SYNCHRONOUS, 1);
            List<DeadlineJob> jobs = jobs(topology, 150, 1);
            for (MappingRule rule : List.of(MappingRule.HILBERT, MappingRule.MANHATTAN_MEDIAN)) {
                double before = inOrder.run(jobs, rule, drawn).distance();
                double after = exchanged.run(jobs, rule, drawn).distance();
                if (programs.equals("bsp")) {
                    assertThat(after).as("%s", rule).isEqualTo(before);
                } else if (topology.vertices() == topology.nodes()) {
                    assertThat(after).as("%s", rule).isLessThan(before);
                } else {
                    // The nodes of one switch are equally far from each other, so that their order makes no difference.
                    assertThat(after).as("%s", rule).isLessThanOrEqualTo(before);
                }
            }
        }
    }
}
