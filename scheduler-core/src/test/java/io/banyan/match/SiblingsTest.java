package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.explain.Explainer;
import io.banyan.match.explain.Explanation;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several resources of one type on one level, several slots, and slots in slots. */
class SiblingsTest {
    /** node0 has cores only, node1 cores and GPUs, node2 cores and memory. */
    private static final String MIXED =
            "cluster { 1 node { 4 core }, 1 node { 4 core, 2 gpu }, 1 node { 4 core, memory:8/1 } }";

    private long lastJob;

    private MatchResult match(Schedule schedule, String policy, String job) {
        try {
            MatchResult result = new Matcher(schedule, MatchPolicy.parse(policy))
                    .match(Jobs.jobspec(job), MatchOperation.ALLOCATE, 0);
            if (result instanceof MatchResult.Allocated it) {
                schedule.commit(new JobId(++lastJob), BookingKind.ALLOCATION, it.window(), it.selection());
                schedule.checkInvariants();
            }
            return result;
        } catch (JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static List<String> held(Schedule schedule, MatchResult result) {
        ResourceGraph graph = schedule.graph();
        assertThat(result).isInstanceOf(MatchResult.Allocated.class);
        Selection selection = ((MatchResult.Allocated) result).selection();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i)) {
                String amount = selection.amount(i) == 1 ? "" : ":" + selection.amount(i);
                paths.add(graph.path(selection.vertex(i)).replace("/cluster0/", "") + amount);
            }
        }
        return paths;
    }

    private static long count(List<String> held, String type) {
        return held.stream().filter(path -> path.contains(type)).count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "high", "low", "hinode", "lonode", "locality", "variation"})
    void nodesOfDifferentKindsAreWantedOnOneLevel(String policy) {
        Schedule schedule = Graphs.schedule(MIXED);
        String job = "1 node { 1 slot { 2 core } }, 1 node { 1 slot { 1 core, 2 gpu } } using siblings";
        List<String> held = held(schedule, match(schedule, policy, job));

        assertThat(held).contains("node1/gpu0", "node1/gpu1");
        assertThat(count(held, "node1/core")).isEqualTo(1);
        assertThat(count(held, "core")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "high", "low", "hinodex", "lonodex"})
    void theDemandThatAnyNodeMeetsLeavesTheRareNodeToTheOther(String policy) {
        Schedule schedule = Graphs.schedule(MIXED);
        assertThat(match(schedule, policy, "2 node!, 1 node! { 2 gpu } using siblings"))
                .isInstanceOf(MatchResult.Allocated.class);
        assertThat(match(schedule, policy, "1 core!")).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void withoutTheExtensionThereIsNoMatchAsInFluxion() {
        Schedule schedule = Graphs.schedule(MIXED);
        assertThat(match(schedule, "first", "1 node { 1 slot { 2 core } }, 1 node { 1 slot { 1 gpu } }"))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(match(schedule, "first", "1 slot { 1 slot { 1 core } }")).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void oneExtensionDoesNotBringTheOther() {
        Schedule schedule = Graphs.schedule(MIXED);
        assertThatThrownBy(() -> match(schedule, "first", "1 node!, 1 node! using nested-slots"))
                .hasMessageContaining("Several resources of the type 'node' on one level need the extension siblings.");
        assertThatThrownBy(() -> match(schedule, "first", "1 slot { 1 slot { 1 core } } using siblings"))
                .hasMessageContaining("A slot directly in a slot needs the extension nested-slots.");
    }

    @Test
    void severalSlotsOnOneLevelAreAllWanted() {
        Schedule schedule = Graphs.schedule(MIXED);
        String job = "2 slot { 1 core, 1 gpu }, 3 slot { 3 core } using siblings";
        // 2 of node1's cores are with its GPUs, so that each node has one slot of 3 cores at most, and node1 has none.
        assertThat(match(schedule, "low", job)).isInstanceOf(MatchResult.Busy.class);
        List<String> held =
                held(schedule, match(schedule, "low", "2 slot { 1 core, 1 gpu }, 2 slot { 3 core } using siblings"));

        assertThat(count(held, "gpu")).isEqualTo(2);
        assertThat(count(held, "node0/core")).isEqualTo(3);
        assertThat(count(held, "node1/core")).isEqualTo(2);
        assertThat(count(held, "node2/core")).isEqualTo(3);
    }

    @Test
    void slotsNodesAndLicencesStandSideBySide() {
        Schedule schedule = Graphs.schedule("cluster { 3 node { 2 core }, licence:9/1 }");
        List<String> held = held(
                schedule, match(schedule, "low", "2 slot { 1 core }, 1 node!, 4 licence, 3 licence using siblings"));

        assertThat(held).contains("licence0:7");
        assertThat(count(held, "core")).isEqualTo(4);
    }

    @Test
    void siblingsBelowANodeTakeDifferentVertices() {
        Schedule schedule = Graphs.schedule(MIXED);
        List<String> held = held(
                schedule, match(schedule, "low", "1 node { 1 slot { 1 core }, 1 slot { 3 core } } using siblings"));

        assertThat(held).hasSize(4);
        assertThat(match(schedule, "low", "1 node { 1 slot { 2 core }, 1 slot { 3 core } } using siblings"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void aDemandThatCouldTakeAllLeavesTheOthersTheirMinimum() {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 4 core } }");
        List<String> held = held(
                schedule, match(schedule, "low", "1 node { 1-4 slot { 1 core }, 1-4 slot { 1 core } } using siblings"));

        assertThat(held.size()).isBetween(2, 4);
    }

    @Test
    void slotsAreMadeInSlots() {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 socket { 6 core, 2 gpu } } }");
        List<String> held =
                held(schedule, match(schedule, "low", "2 slot { 2 slot { 2 core }, 1 gpu } using nested-slots"));

        assertThat(count(held, "core")).isEqualTo(8);
        assertThat(count(held, "gpu")).isEqualTo(2);
    }

    @Test
    void slotsInSlotsAreNotSplitBetweenPlaces() {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 3 core } }");
        assertThat(match(schedule, "low", "1 slot { 2 slot { 2 core } } using nested-slots"))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(match(schedule, "low", "2 slot { 1 slot { 2 core } } using nested-slots"))
                .isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void anOuterSlotCanHoldANodeWithSlots() {
        Schedule schedule = Graphs.schedule(MIXED);
        List<String> held = held(
                schedule, match(schedule, "low", "1 slot { 1 node { 2 slot { 1 core, 1 gpu } } } using nested-slots"));

        assertThat(count(held, "node1/gpu")).isEqualTo(2);
        assertThat(count(held, "core")).isEqualTo(2);
    }

    @Test
    void anExplanationSaysWhichRequirementTookWhatTheOtherLacks() throws JobspecException {
        Schedule schedule = Graphs.schedule(MIXED);
        Explanation explanation = new Explainer(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE)
                .explain(Jobs.jobspec("1 node! { 2 gpu }, 1 node! { 1 gpu } using siblings"), 0);

        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Never.class);
        assertThat(explanation.levels())
                .extracting(level -> level.requirement() + ": " + level.fits() + " of " + level.candidates())
                .containsExactly("node[1]: 1 of 3", "node[2]: 0 of 3");
        assertThat(explanation.levels().getLast().taken())
                .extracting(taken -> taken.obstacle() + " " + taken.count())
                .containsExactly("LACKING 2", "TAKEN_BY_SIBLING 1");
    }

    @Test
    void aRequestForManyVerticesIsRefusedWithoutADeepStack() {
        Schedule schedule = Graphs.schedule("cluster { 12000 node { 1 core } }");
        assertThat(match(schedule, "low", "6001 node! { 1 core }, 6000 node! { 1 core } using siblings"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void theReasonsNameWhatTheOthersLeaveTooLittleOf() {
        Schedule schedule = Graphs.schedule("cluster { 3 socket { 4 core, 1 gpu }, 3 socket { 4 core } }");
        MatchResult result = match(schedule, "low", "2 slot { 1 core, 1 gpu }, 5 slot { 4 core } using siblings");
        assertThat(((MatchResult.Busy) result).reasons())
                .extracting(Reason::toString)
                .containsExactly("slot[2]: 5 needed, 4 left by the other requirements of its level");
    }

    @Test
    void theReasonsNameWhatIsLacking() {
        Schedule schedule = Graphs.schedule(MIXED);
        MatchResult result = match(schedule, "first", "1 node! { 2 gpu }, 1 node! { 1 gpu } using siblings");
        assertThat(((MatchResult.Busy) result).reasons())
                .extracting(Reason::toString)
                .anyMatch(reason -> reason.contains("gpu: 3 needed, 2 of 2 free"));
    }
}
