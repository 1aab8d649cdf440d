package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.policy.MatchOperation;
import org.junit.jupiter.api.Test;

/** How many vertices a request writes; never how long it takes. */
class CountedWorkTest {
    private static final String WHOLE = " slot { 1 node { 2 socket { 4 core } } }";

    private static Instance root(int nodes) {
        return Instance.root(
                InstanceConfig.root("top"),
                Graphs.graph("cluster { " + nodes + " node { 2 socket { 4 core } } }"),
                Graphs.HORIZON);
    }

    private static long touchedBy(Instance instance, String jobspec) {
        long before = instance.state().schedule().touched();
        instance.on(
                new Event.ClientAsked(
                        "c",
                        new JobRequest.Match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "")),
                0);
        return instance.state().schedule().touched() - before;
    }

    @Test
    void aWholeNodeJobWritesTheNodeAndItsAncestorsAndNoneOfItsCores() {
        // One hold at the node and one at the cluster, each an occupancy and an aggregate: 4. A job that booked each of
        // the node's 11
        // vertices would write at least 12.
        assertThat(touchedBy(root(4), "1" + WHOLE)).isEqualTo(2);
    }

    @Test
    void theSizeOfTheRestOfTheGraphDoesNotMatter() {
        assertThat(touchedBy(root(160), "2" + WHOLE)).isEqualTo(touchedBy(root(4), "2" + WHOLE));
    }

    @Test
    void aGrantIsAttachedAtACostThatDoesNotDependOnTheReceiversSize() {
        assertThat(touchedByAGrant(2)).isEqualTo(touchedByAGrant(80));
    }

    private static long touchedByAGrant(int heldBefore) {
        TreeHarness tree = TreeHarness.over("cluster { 100 node { 2 socket { 4 core } } }");
        tree.spawn("/", "L1", heldBefore + WHOLE);
        tree.allocate("/1", heldBefore + WHOLE);
        long before = tree.stat("/1").touched();
        assertThat(tree.grow("/1", "g1", "3" + WHOLE)).isInstanceOf(Answer.Grown.class);
        return tree.stat("/1").touched() - before;
    }
}
