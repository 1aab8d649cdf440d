package io.banyan.rpc.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.health.NodeHealth.Conclusion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what the results of checks lead to. */
class NodeHealthTest {
    private static final CheckResult PASSED = new CheckResult.Passed();
    private static final CheckResult FAILED = new CheckResult.Failed("its disk");
    private static final CheckResult NOT_RUN = new CheckResult.NotRun("not found");
    private static final Conclusion NOTHING = new Conclusion.Nothing();
    private static final Conclusion MARK = new Conclusion.Mark("its disk");

    private final NodeHealth health = new NodeHealth();

    private static HealthConfig config(int failures, boolean recovers, int mostMarked) {
        return new HealthConfig(
                Optional.of("check"),
                Duration.ofMinutes(1),
                Duration.ofSeconds(1),
                failures,
                OnFailure.DRAIN,
                recovers,
                1,
                mostMarked);
    }

    private static List<CheckedNode> nodes(int count) {
        List<CheckedNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(new CheckedNode("/cluster0/node" + i, "node" + i, false));
        }
        return nodes;
    }

    private static CheckedNode marked(CheckedNode node) {
        return new CheckedNode(node.path(), node.name(), true);
    }

    @Test
    void aNodeIsMarkedAfterSoManyFailuresInARow() {
        HealthConfig config = config(3, true, 100);
        List<CheckedNode> nodes = nodes(1);
        health.begin(nodes, 1, config);
        CheckedNode node = nodes.getFirst();
        assertThat(health.conclude(node, FAILED, config)).isEqualTo(NOTHING);
        assertThat(health.conclude(node, FAILED, config)).isEqualTo(NOTHING);
        assertThat(health.conclude(node, PASSED, config)).isEqualTo(NOTHING);
        assertThat(health.conclude(node, FAILED, config)).isEqualTo(NOTHING);
        health.begin(nodes, 1, config);
        assertThat(health.conclude(node, FAILED, config)).isEqualTo(NOTHING);
        assertThat(health.conclude(node, FAILED, config)).isEqualTo(MARK);
    }

    @Test
    void aMarkedNodeIsMarkedOnceAndRecovers() {
        HealthConfig config = config(1, true, 100);
        List<CheckedNode> nodes = List.of(marked(nodes(1).getFirst()));
        health.begin(nodes, 1, config);
        assertThat(health.conclude(nodes.getFirst(), FAILED, config)).isEqualTo(NOTHING);
        assertThat(health.conclude(nodes.getFirst(), PASSED, config)).isEqualTo(new Conclusion.Recover());
        health.unmarked(nodes.getFirst());
        assertThat(health.conclude(nodes.getFirst(), PASSED, config)).isEqualTo(NOTHING);
    }

    @Test
    void aMarkedNodeStaysWhereNodesDoNotRecover() {
        HealthConfig config = config(1, false, 100);
        List<CheckedNode> nodes = List.of(marked(nodes(1).getFirst()));
        health.begin(nodes, 1, config);
        assertThat(health.conclude(nodes.getFirst(), PASSED, config)).isEqualTo(NOTHING);
    }

    @Test
    void noMoreThanAShareOfTheNodesIsMarked() {
        HealthConfig config = config(1, true, 25);
        List<CheckedNode> nodes = nodes(9);
        health.begin(nodes, 9, config);
        assertThat(health.conclude(nodes.get(0), FAILED, config)).isEqualTo(MARK);
        assertThat(health.conclude(nodes.get(1), FAILED, config)).isEqualTo(MARK);
        assertThat(health.conclude(nodes.get(2), FAILED, config)).isEqualTo(new Conclusion.Withheld(2, "its disk"));
        assertThat(health.counts()).isEqualTo(new HealthCounts.Nodes(3, 2, 1));
        health.unmarked(nodes.get(1));
        assertThat(health.conclude(nodes.get(2), FAILED, config)).isEqualTo(MARK);
        assertThat(health.counts()).isEqualTo(new HealthCounts.Nodes(3, 2, 0));
    }

    @Test
    void oneNodeCanAlwaysBeMarked() {
        HealthConfig config = config(1, true, 1);
        List<CheckedNode> nodes = nodes(2);
        health.begin(nodes, 2, config);
        assertThat(health.conclude(nodes.get(0), FAILED, config)).isEqualTo(MARK);
        assertThat(health.conclude(nodes.get(1), FAILED, config)).isInstanceOf(Conclusion.Withheld.class);
    }

    @Test
    void aCheckThatRunsNowhereIsAtFaultAndNoNode() {
        HealthConfig config = config(1, true, 100);
        List<CheckedNode> nodes = nodes(3);
        for (int round = 0; round < 3; round++) {
            health.begin(nodes, 3, config);
            for (CheckedNode node : nodes) {
                assertThat(health.conclude(node, NOT_RUN, config)).isEqualTo(new Conclusion.AtFault("not found"));
            }
        }
        assertThat(health.counts()).isEqualTo(new HealthCounts.Nodes(0, 0, 0));
    }

    @Test
    void aNodeOnWhichTheCheckIsMissingFailsWhereItRunsOnOthers() {
        HealthConfig config = config(1, true, 100);
        List<CheckedNode> nodes = nodes(2);
        health.begin(nodes, 2, config);
        assertThat(health.conclude(nodes.get(0), NOT_RUN, config)).isInstanceOf(Conclusion.AtFault.class);
        assertThat(health.conclude(nodes.get(1), PASSED, config)).isEqualTo(NOTHING);
        health.begin(nodes, 2, config);
        assertThat(health.conclude(nodes.get(0), NOT_RUN, config)).isEqualTo(new Conclusion.Mark("not found"));
    }

    @Test
    void anotherCheckBeginsAnew() {
        HealthConfig config = config(2, true, 100);
        List<CheckedNode> nodes = nodes(1);
        health.begin(nodes, 1, config);
        assertThat(health.conclude(nodes.getFirst(), FAILED, config)).isEqualTo(NOTHING);
        health.forget();
        health.begin(nodes, 1, config);
        assertThat(health.conclude(nodes.getFirst(), NOT_RUN, config)).isInstanceOf(Conclusion.AtFault.class);
        assertThat(health.conclude(nodes.getFirst(), FAILED, config)).isEqualTo(NOTHING);
        assertThat(health.conclude(nodes.getFirst(), FAILED, config)).isEqualTo(MARK);
    }
}
