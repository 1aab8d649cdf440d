package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.JobId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Providers of two levels that have one name, and call two things alike. */
class NamesakeTest {
    private static final String NODE = "1 slot { 1 node! }";
    private static final List<String> CLOUD = List.of("ec2");

    /** The top's brings its first node for g1. Of g2 it knows nothing, and the child's own brings its first node. */
    private static Function<String, ProvisionResult> twoClouds() {
        Function<String, ProvisionResult> tops = Clouds.of(1);
        Function<String, ProvisionResult> childs = Clouds.of(1);
        Set<String> asked = new HashSet<>();
        return id -> {
            if (id.equals("g1")) {
                return tops.apply(id);
            }
            return asked.add(id) ? new ProvisionResult.Refused("the instance cannot return more") : childs.apply(id);
        };
    }

    @Test
    void whatAProviderBringsUnderANameThatIsTakenGoesBackToItAndTheOtherStays() {
        TreeHarness tree = TreeHarness.over(
                "cluster { 1 node { 4 core } }", config -> config.asking(GrowOrder.PARENT_FIRST, CLOUD));
        tree.provide("ec2", twoClouds());
        tree.spawn("/", "L1", NODE);
        tree.allocate("/1", NODE);
        assertThat(tree.grow("/1", "g1", NODE)).isInstanceOf(Answer.Grown.class);
        tree.allocate("/1", NODE);
        Answer second = tree.grow("/1", "g2", NODE);
        assertThat(second).isInstanceOf(Answer.Refused.class);
        assertThat(((Answer.Refused) second).reasons().toString())
                .contains("another provider has already supplied a vertex /cluster0/ec2/zone0/node0 here");
        tree.runFor(100);
        assertThat(tree.released("ec2")).containsExactly("i-0");
        tree.ask("/1", new JobRequest.Cancel(new JobId(2)));
        assertThat(tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1"))))
                .isInstanceOf(Answer.Shrunk.class);
    }
}
