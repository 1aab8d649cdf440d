package io.banyan.provider.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.contract.SampleRequests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the requests that Slurm can fulfil. */
class SlurmNodeRequestTest {
    @Test
    void nodesInSlotsAreMultipliedAndWhatIsInThemIsAdded() throws Exception {
        SlurmNodeRequest nodeRequest = nodeRequest(
                "[{type: slot, count: 3, label: s, with: [{type: node, count: 2, with: [{type: core, count: 4},"
                        + " {type: memory, count: 16, unit: GB}, {type: gpu, count: 1}]}]}]");
        assertThat(List.of(
                        nodeRequest.least(),
                        nodeRequest.wanted(),
                        nodeRequest.cores(),
                        nodeRequest.memoryGb(),
                        nodeRequest.gpus()))
                .containsExactly(6L, 6L, 4L, 16L, 1L);
    }

    @Test
    void slotsInANodeAreMultiplied() throws Exception {
        SlurmNodeRequest nodeRequest = nodeRequest(
                "[{type: node, count: 2, with: [{type: slot, count: 3, label: s, with: [{type: core, count: 4}]}]}]");
        assertThat(List.of(nodeRequest.least(), nodeRequest.cores())).containsExactly(2L, 12L);
    }

    @Test
    void whatAsksForNoNodeIsPutInOneAllOfIt() throws Exception {
        SlurmNodeRequest nodeRequest = nodeRequest(
                "[{type: slot, count: 3, label: s, with: [{type: core, count: 4}, {type: gpu, count: 1}]}]");
        assertThat(List.of(nodeRequest.least(), nodeRequest.wanted(), nodeRequest.cores(), nodeRequest.gpus()))
                .containsExactly(1L, 1L, 12L, 3L);
    }

    @Test
    void ofARangeAsMuchIsWantedAsMayComeAndAnythingFromTheLeastCanBeUsed() throws Exception {
        SlurmNodeRequest nodeRequest = nodeRequest(
                "[{type: slot, count: {min: 2, max: 8, operator: '*', operand: 2}, label: s, with: [{type: node,"
                        + " count: 1}]}]");
        assertThat(List.of(nodeRequest.least(), nodeRequest.wanted())).containsExactly(2L, 8L);
        assertThat(List.of(
                        nodeRequest.usable(1), nodeRequest.usable(3), nodeRequest.usable(7), nodeRequest.usable(100)))
                .containsExactly(0L, 2L, 4L, 8L);
        assertThat(nodeRequest.atMost(5).wanted()).isEqualTo(4);
        assertThatThrownBy(() -> nodeRequest.atMost(1)).hasMessageContaining("at most 1 nodes");
    }

    @Test
    void featuresComeFromTheJobAndFromTheNode() throws Exception {
        SlurmNodeRequest nodeRequest = SlurmNodeRequest.of(SampleRequests.jobspec(
                "[{type: slot, count: 1, label: s, with: [{type: node, count: 1}]}]", "{properties: [fast, ib.2]}"));
        assertThat(nodeRequest.features()).containsExactly("fast", "ib.2");
    }

    @Test
    void whatItCannotSayIsRefusedInASentence() {
        Map.of(
                        "[{type: slot, count: 1, label: s, with: [{type: rack, count: 1, with: [{type: node, count: 1}]}]}]",
                        "not a rack",
                        "[{type: slot, count: 1, label: s, with: [{type: node, count: 1, with: [{type: socket, count: 2}]}]}]",
                        "this provider has no socket",
                        "[{type: slot, count: 1, label: s, with: [{type: node, count: 1, with: [{type: memory, count: 2,"
                                + " unit: MB}]}]}]",
                        "counted in GB by this provider, not in 'MB'")
                .forEach((resources, sentence) -> assertThatThrownBy(() -> nodeRequest(resources))
                        .isInstanceOf(Unmet.class)
                        .hasMessageContaining(sentence));
        assertThatThrownBy(() -> SlurmNodeRequest.of(SampleRequests.jobspec(
                        "[{type: slot, count: 1, label: s, with: [{type: node, count: 1}]}]",
                        "{not: [{properties: [slow]}]}")))
                .hasMessageContaining("list of features that are all required");
        assertThatThrownBy(() -> SlurmNodeRequest.of(SampleRequests.jobspec(
                        "[{type: slot, count: 1, label: s, with: [{type: node, count: 1}]}]",
                        "{properties: ['a --uid=0']}")))
                .isInstanceOf(Unmet.class);
    }

    private static SlurmNodeRequest nodeRequest(String resources) throws Unmet {
        return SlurmNodeRequest.of(SampleRequests.jobspec(resources));
    }
}
