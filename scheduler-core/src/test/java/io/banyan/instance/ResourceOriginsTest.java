package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.BorrowedPart;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.InstanceSummary;
import org.junit.jupiter.api.Test;

/** The origins of an instance's resources, and which of them are lost. */
class ResourceOriginsTest {
    private static final String FOUR_NODES = "cluster { 4 node { 2 socket { 4 core } } }";

    private static InstanceSummary top(TreeHarness tree) {
        return ((Answer.Tree) tree.ask("/", new Request.Tree())).root();
    }

    @Test
    void whatALostChildHasIsLostAlsoForANextProcessThatHasNotHeardOfIt() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "2 slot { 1 node! }");
        tree.runFor(10_000);
        tree.kill("/1");
        tree.runFor(1_000);
        assertThat(top(tree).parts().get("node")).isEqualTo(new BorrowedPart(0, 0, 2));
        assertThat(top(tree).parts().get("core")).isEqualTo(new BorrowedPart(0, 0, 16));
        TreeHarness.Member root = tree.member("/");
        tree.restart("/", Instance.root(root.instance.config(), Graphs.graph(FOUR_NODES), Graphs.HORIZON));
        assertThat(top(tree).children().getFirst().state()).isEqualTo(ChildState.LOST);
        assertThat(top(tree).parts().get("node")).isEqualTo(new BorrowedPart(0, 0, 2));
        assertThat(top(tree).parts().get("core")).isEqualTo(new BorrowedPart(0, 0, 16));
    }
}
