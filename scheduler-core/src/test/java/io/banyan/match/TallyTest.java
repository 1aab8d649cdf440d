package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reasons of a no that only a traversal can find: enough of everything, but not together. */
class TallyTest {
    private static final String MIXED =
            "cluster { 1 node { 1 core, 4 nvme, 1 gpu }, 1 node { 1 core, 1 nvme, 3 gpu } }";

    private static List<String> reasons(String graph, String request) throws Exception {
        MatchResult result = new Matcher(Graphs.schedule(graph), MatchPolicy.parse("low"))
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
        return ((MatchResult.Busy) result)
                .reasons().stream().map(Reason::toString).toList();
    }

    @Test
    void aSlotWhoseTypesAreNotTogetherSaysWhatTheNearestPlaceHas() throws Exception {
        assertThat(reasons(MIXED, "1 slot { 4 nvme, 2 gpu }"))
                .containsExactly("slot: 1 needed, 0 found in one place (at best 4 of 4 nvme with 1 of 2 gpu)");
    }

    @Test
    void oneMoreSlotThanThereIsPlaceForSaysWhatIsLeftForIt() throws Exception {
        assertThat(reasons(MIXED, "2 slot { 2 nvme, 1 gpu }"))
                .containsExactly(
                        "slot: 2 needed, 1 found in one place (for one more, at best 1 of 2 nvme with 1 of 1 gpu)");
    }

    @Test
    void aNodeThatHasNotEverythingSaysWhatItLacks() throws Exception {
        assertThat(reasons(MIXED, "1 slot { 1 node { 2 nvme, 2 gpu } }"))
                .containsExactly(
                        "slot: 1 needed, 0 found in one place",
                        "slot/node: 1 needed, 0 found in one place (1 without enough gpu, 1 without enough nvme)");
    }

    @Test
    void whatIsMissingEverywhereIsTheReasonByItself() throws Exception {
        assertThat(reasons(MIXED, "1 node { 1 slot { 5 nvme, 1 gpu } }"))
                .contains(
                        "node/slot: 1 needed, 0 found in one place (at best 4 of 5 nvme with 1 of 1 gpu)",
                        "node/slot/nvme: 5 needed, 4 found in one place");
    }
}
