package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.state.HeldParts;
import io.banyan.instance.state.InstanceState;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The journal's record of a grant: the vertices that stand for it, by their paths, and no others. */
class HeldPartsTest {
    private final TreeHarness tree = TreeHarness.over("cluster { 2 node { 2 socket { 4 core, 1 gpu } } }");

    private List<HeldPart> granted(String jobspec) {
        tree.ask("/", new JobRequest.Match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, ""));
        List<Effect.Append> journal = tree.member("/").journal;
        return ((JobDecision.JobGranted) journal.getLast().decision()).held();
    }

    private static HeldPart whole(String path) {
        return new HeldPart(path, 1, true, Map.of());
    }

    @Test
    void aWholeNodeIsOnePartWhateverItHasInside() {
        assertThat(granted("1 slot { 1 node { 2 socket { 4 core, 1 gpu } } }"))
                .containsExactly(whole("/cluster0/node1"));
    }

    @Test
    void aNodeThatIsKeptWithoutItsGpusIsNamedWithWhatWasGrantedBelowIt() {
        assertThat(granted("1 slot { 1 node { 2 socket { 4 core } } }"))
                .hasSize(2 * 4 + 2 + 1)
                .contains(new HeldPart("/cluster0/node1", 1, false, Map.of()))
                .contains(new HeldPart("/cluster0/node1/socket0", 1, false, Map.of()))
                .contains(whole("/cluster0/node1/socket1/core3"));
    }

    @Test
    void whatIsSharedOnTheWayIsNotNamed() {
        assertThat(granted("1 node { 1 socket { 1 slot { 2 core } } }"))
                .extracting(HeldPart::path)
                .hasSize(2)
                .allMatch(path -> path.startsWith("/cluster0/node1/socket1/core"));
    }

    @Test
    void theWholeGraphIsOnePart() {
        assertThat(granted("1 cluster! { 2 node! { 2 socket! { 4 core!, 1 gpu! } } }"))
                .containsExactly(whole("/cluster0"));
    }

    @Test
    void thePartsStandForTheSelectionThatTheyWereMadeOf() {
        for (String jobspec : List.of(
                "1 slot { 1 node { 2 socket { 4 core, 1 gpu } } }",
                "1 node { 1 slot { 1 socket { 3 core } } }",
                "1 slot { 2 core }")) {
            List<HeldPart> parts = granted(jobspec);
            InstanceState state = tree.member("/").instance.state();
            JobId job = state.jobs().all().getLast().id();
            Selection booked = state.schedule().holdings().selection(job);
            Selection again = state.resources().held().selectionOf(parts);
            assertThat(lines(again)).isEqualTo(lines(booked));
        }
    }

    private List<String> lines(Selection selection) {
        return IntStream.range(0, selection.size())
                .mapToObj(i -> selection.vertex(i) + " " + selection.amount(i) + " " + selection.exclusive(i) + " "
                        + selection.level(i) + " " + selection.inEdge(i))
                .toList();
    }

    @Test
    void aPartThatIsNotHereBreaksTheReplay() {
        HeldParts held = tree.member("/").instance.state().resources().held();
        assertThatThrownBy(() -> held.selectionOf(List.of(whole("/cluster0/node7"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("/cluster0/node7 is not here.");
    }
}
