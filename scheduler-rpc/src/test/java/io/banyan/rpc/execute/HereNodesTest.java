package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.io.RExecution;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The nodes that are this machine. */
class HereNodesTest {
    private int asked;

    private void meet(HereNodes nodes, boolean isOneNode, String... hosts) throws Exception {
        List<RExecution.Host> all = Stream.of(hosts)
                .map(name -> new RExecution.Host(0, name, Map.of(), Map.of()))
                .toList();
        nodes.meet(all, () -> {
            asked++;
            return isOneNode;
        });
    }

    @Test
    void theNodeWithTheNameOfTheMachineIsThisMachine() throws Exception {
        var nodes = new HereNodes("here.site", true);
        meet(nodes, false, "here");
        assertThat(nodes.has("here")).isTrue();
        assertThat(nodes.has("there")).isFalse();
        assertThat(asked).isZero();
    }

    @Test
    void theOnlyNodeIsThisMachineAndIsAskedForOnce() throws Exception {
        var nodes = new HereNodes("here", true);
        meet(nodes, true, "there");
        meet(nodes, true, "there");
        assertThat(nodes.has("there")).isTrue();
        assertThat(asked).isOne();
    }

    @Test
    void oneOfSeveralNodesIsNot() throws Exception {
        var nodes = new HereNodes("here", true);
        meet(nodes, false, "there");
        meet(nodes, false, "there");
        assertThat(nodes.has("there")).isFalse();
        assertThat(asked).isOne();
    }

    /** The graph got another node. */
    @Test
    void theOnlyNodeIsNoLongerThisMachineWhenThereAreSeveral() throws Exception {
        var nodes = new HereNodes("here", true);
        meet(nodes, true, "a");
        meet(nodes, false, "a", "b");
        assertThat(nodes.has("a")).isFalse();
    }

    @Test
    void theOnlyNodeOfAChildMayBeOneOfMany() throws Exception {
        var nodes = new HereNodes("here", false);
        meet(nodes, true, "there");
        assertThat(nodes.has("there")).isFalse();
        assertThat(asked).isZero();
    }
}
