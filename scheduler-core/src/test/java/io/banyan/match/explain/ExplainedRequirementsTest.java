package io.banyan.match.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Powered;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests what explanations say about siblings, nested slots, alternatives, conditions of single resources, and draws.
 */
class ExplainedRequirementsTest {

    private long lastJob;

    private static Explanation explain(Schedule schedule, Jobspec jobspec) {
        try {
            return new Explainer(schedule, MatchPolicy.parse("low"), TraverserKind.FLEXIBLE).explain(jobspec, 0);
        } catch (JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Explanation explain(Schedule schedule, String jobspec) {
        return explain(schedule, Jobs.jobspec(jobspec));
    }

    private static Jobspec withResources(String resources) throws JobspecException {
        return JobspecReader.read(
                "{\"version\": 1, \"tasks\": [], \"attributes\": {\"system\": {\"duration\": 60}}, \"resources\": ["
                        + resources + "]}",
                "the test");
    }

    private JobId allocate(Schedule schedule, String jobspec) throws JobspecException {
        var job = new JobId(++lastJob);
        var matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        if (matcher.match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, 0) instanceof MatchResult.Allocated it) {
            schedule.commit(job, BookingKind.ALLOCATION, it.window(), it.selection());
            return job;
        }
        throw new AssertionError(jobspec);
    }

    /** {@code node 8 of 16: 3 fit, 5 down, 8 lacking core}, and the levels below. */
    private static List<String> lines(List<Explanation.Level> levels) {
        return levels.stream()
                .flatMap(level -> Stream.concat(Stream.of(line(level)), lines(level.below()).stream()))
                .toList();
    }

    private static String line(Explanation.Level level) {
        String taken = level.taken().stream()
                .map(it -> ", " + it.count() + " " + it.obstacle().label()
                        + (it.about().isEmpty() ? "" : " " + it.about()))
                .collect(Collectors.joining());
        return level.requirement() + " " + level.asked() + " of " + level.candidates() + ": " + level.fits() + " fit"
                + taken;
    }

    // ---- siblings and nested slots --------------------------------------------------------------------------------

    @Test
    void aVertexIsACandidateOfEachRequirementThatNamesIt() {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 4 core }, 2 node { 4 core, 2 gpu } }");
        schedule.setStatus(schedule.graph().find("/cluster0/node0"), Status.DOWN);

        assertThat(lines(explain(schedule, "2 node!, 1 node! { 2 gpu } using siblings")
                        .levels()))
                .containsExactly(
                        "node[1] 2 of 3: 2 fit, 1 down",
                        "node[2] 1 of 3: 0 fit, 1 down, 2 taken_by_sibling",
                        "node[2]/gpu 2 of 4: 4 fit");
    }

    @Test
    void aRequirementHasWhatTheOthersLeaveAsTheyAreSharedOut() {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 4 core, 2 gpu }, 2 node { 4 core } }");
        Explanation explanation = explain(schedule, "2 node!, 1 node! { 2 gpu } using siblings");

        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Now.class);
        assertThat(lines(explanation.levels()))
                .containsExactly(
                        "node[1] 2 of 3: 2 fit, 1 taken_by_sibling",
                        "node[2] 1 of 3: 1 fit, 2 lacking gpu",
                        "node[2]/gpu 2 of 2: 2 fit");
    }

    @Test
    void partsOfAPoolGoToTheSiblingThatTakesFirst() {
        Schedule schedule = Graphs.schedule("cluster { licence:9/1 }");

        assertThat(lines(
                        explain(schedule, "7 licence, 3 licence using siblings").levels()))
                .containsExactly("licence[1] 7 of 9: 9 fit", "licence[2] 3 of 9: 2 fit, 7 taken_by_sibling");
    }

    @Test
    void whatStandsBesideASlotIsCountedWhereTheSlotIsTurnedAway() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 core }, licence:9/1 }");
        allocate(schedule, "2 slot { 1 node } for 60");

        assertThat(lines(
                        explain(schedule, "1 slot { 1 node }, 3 licence for 10").levels()))
                .contains("licence 3 of 9: 0 fit, 9 too_few_free node");
    }

    @Test
    void slotsOfOneLevelShareOutTheirPlaces() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core } }");
        allocate(schedule, "1 slot { 1 core } for 60");

        // One slot of 3 cores in each node; 1 core is left in the first and none in the second, where 1 is busy.
        assertThat(lines(explain(schedule, "2 slot { 3 core }, 3 slot { 1 core } for 10 using siblings")
                        .levels()))
                .containsExactly(
                        "slot[1] 2 of 2: 2 fit",
                        "slot[1]/core 3 of 8: 7 fit, 1 busy",
                        "slot[2] 3 of 6: 1 fit, 5 taken_by_sibling",
                        "slot[2]/core 1 of 8: 7 fit, 1 busy");
    }

    @Test
    void slotsInASlotAreCountedInItsPlaces() {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 7 core, 1 gpu } }");
        schedule.setStatus(schedule.graph().find("/cluster0/node1/gpu0"), Status.DOWN);

        // In each node three slots of 2 cores, of which one slot of the request takes two.
        assertThat(lines(explain(schedule, "2 slot { 2 slot { 2 core }, 1 gpu } using nested-slots")
                        .levels()))
                .containsExactly(
                        "slot 2 of 2: 1 fit, 1 lacking gpu",
                        "slot/slot 2 of 6: 6 fit",
                        "slot/slot/core 2 of 14: 14 fit",
                        "slot/gpu 1 of 2: 1 fit, 1 down");
    }

    @Test
    void whatANestedSlotLeavesInItsSlotIsForTheOthersInIt() {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 2 memory:3 } }");

        assertThat(lines(explain(schedule, "1 slot { 1 slot { 4 memory }, 2 memory } using siblings,nested-slots")
                        .levels()))
                .containsExactly(
                        "slot 1 of 1: 0 fit, 1 lacking memory",
                        "slot/slot 1 of 1: 1 fit",
                        "slot/slot/memory 4 of 6: 6 fit",
                        "slot/memory 2 of 6: 0 fit, 6 taken_by_sibling");
    }

    @Test
    void siblingsThatDrawFromOneSupplyCrowdEachOtherOut() {
        Schedule schedule = Powered.schedule("cluster { 4 node { 2 core } }", 10, new long[] {10}, 0, 0, 0, 0);

        assertThat(lines(explain(schedule, "2 node! { 3 power }, 2 slot { 1 node { 3 power } } using siblings")
                        .levels()))
                .containsExactly(
                        "node 2 of 4: 3 fit, 1 unsupplied_together power at /powerpanel0/pdu0",
                        "slot 2 of 2: 1 fit, 1 unsupplied_together power at /powerpanel0/pdu0",
                        "slot/node 1 of 4: 3 fit, 1 unsupplied_together power at /powerpanel0/pdu0");
    }

    @Test
    void saysOfSiblingsBelowAVertexWhichOfThemIsLacking() {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 3 socket { 1 core } } }");

        assertThat(lines(explain(schedule, "1 node { 2 socket!, 2 socket! } using siblings")
                        .levels()))
                .containsExactly(
                        "node 1 of 2: 0 fit, 2 lacking socket[2]",
                        "node/socket[1] 2 of 6: 6 fit",
                        "node/socket[2] 2 of 6: 2 fit, 4 taken_by_sibling");
    }

    // ---- alternatives ---------------------------------------------------------------------------------------------

    private static String xorSlot(String label, int count, String type, int members) {
        return "{\"type\": \"xor_slot\", \"label\": \"%s\", \"count\": %d, \"with\": [{\"type\": \"%s\", \"count\": %d}]}"
                .formatted(label, count, type, members);
    }

    @Test
    void explainsEachOfTheAlternativesAndWhatWouldNeedToChangeForAny() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core, 1 gpu } }");
        schedule.setStatus(schedule.graph().find("/cluster0/node0"), Status.DOWN);
        Explanation explanation =
                explain(schedule, withResources(xorSlot("few", 2, "gpu", 1) + "," + xorSlot("many", 3, "core", 2)));

        assertThat(explanation.alternatives())
                .extracting(Explanation.Alternative::slots)
                .containsExactly(List.of("slot[few]"), List.of("slot[many]"));
        assertThat(lines(explanation.alternatives().getFirst().levels()))
                .containsExactly("slot 2 of 2: 1 fit, 1 down", "slot/gpu 1 of 1: 1 fit");
        assertThat(lines(explanation.alternatives().getLast().levels()))
                .containsExactly("slot 3 of 4: 2 fit, 2 down", "slot/core 2 of 4: 4 fit");
        assertThat(explanation.changes())
                .containsExactly(
                        new Explanation.Change.Fewer("slot[few]", 2, 1),
                        new Explanation.Change.Fewer("slot[many]", 3, 2),
                        new Explanation.Change.Fewer("slot[many]/core", 2, 1));
    }

    @Test
    void tellsOfSoManyAlternativesOnlyAndHowManyThereAre() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 4 core } }");
        String slots = IntStream.rangeClosed(1, Explainer.MAX_ALTERNATIVES + 3)
                .mapToObj(i -> xorSlot("s" + i, 1, "core", 4 + i))
                .collect(Collectors.joining(","));
        Explanation explanation = explain(schedule, withResources(slots));

        assertThat(explanation.alternatives()).hasSize(Explainer.MAX_ALTERNATIVES);
        assertThat(explanation.otherAlternatives()).isEqualTo(3);
    }

    // ---- conditions of single resources ---------------------------------------------------------------------------

    @Test
    void triesToDoWithoutEachConditionOfASingleResource() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 core } }");
        schedule.graph().setProperty(schedule.graph().find("/cluster0/node0"), "fast", "");
        schedule.graph().setProperty(schedule.graph().find("/cluster0/node1"), "big", "");
        String needsBoth = "\"requires\": {\"properties\": [\"fast\", \"big\"]}";
        Explanation explanation = explain(
                schedule,
                withResources("{\"type\": \"slot\", \"label\": \"a\", \"count\": 1, \"with\": "
                        + "[{\"type\": \"node\", \"count\": 1, " + needsBoth + "}]}"));

        assertThat(lines(explanation.levels()))
                .containsExactly(
                        "slot 1 of 1: 0 fit, 1 lacking node",
                        "slot/node 1 of 2: 0 fit, 1 requires big, 1 requires fast");
        assertThat(explanation.changes())
                .containsExactly(
                        new Explanation.Change.WithoutRequired("slot/node", "fast"),
                        new Explanation.Change.WithoutRequired("slot/node", "big"));
    }

    // ---- draws ----------------------------------------------------------------------------------------------------

    @Test
    void namesTheSupplyThatHasTooLittleForAllOfThemTogether() throws Exception {
        Schedule schedule = Powered.schedule("cluster { 4 node { 2 core } }", 100, new long[] {10, 10}, 0, 0, 0, 1);
        JobId job = allocate(schedule, "1 slot { 1 node { 1 power } } for 60");

        Explanation explanation = explain(schedule, "3 node! { 5 power } for 10");

        // 9 are left at pdu0, whose two free nodes would draw 10; pdu1 has enough for its one node.
        Explanation.Level nodes = explanation.levels().getFirst();
        assertThat(line(nodes))
                .isEqualTo("node 3 of 4: 2 fit, 1 busy, 1 unsupplied_together power at /powerpanel0/pdu0");
        Explanation.Taken together = nodes.taken().getLast();
        assertThat(List.of(together.needed(), together.atBest())).containsExactly(10L, 9L);
        assertThat(together.holders()).isEqualTo(new Explanation.Holders(List.of(job), 0, 60, 60));
        assertThat(explanation.changes()).contains(new Explanation.Change.Fewer("node/power", 5, 4));
    }

    @Test
    void saysWhatIsLeftForOneAndWhoDrawsTheRest() throws Exception {
        Schedule schedule = Powered.schedule("cluster { 3 node { 2 core } }", 100, new long[] {10, 2}, 0, 0, 1);
        JobId job = allocate(schedule, "1 slot { 1 node { 7 power } } for 60");

        Explanation.Level nodes =
                explain(schedule, "1 node! { 5 power } for 10").levels().getFirst();

        assertThat(line(nodes)).isEqualTo("node 1 of 3: 0 fit, 1 busy, 2 unsupplied power");
        Explanation.Taken unsupplied = nodes.taken().getLast();
        assertThat(List.of(unsupplied.needed(), unsupplied.atBest())).containsExactly(5L, 3L);
        assertThat(unsupplied.holders().jobs()).containsExactly(job);
    }

    @Test
    void slotsThatDoNotFitTogetherAreTakenByTheSupplyAsWell() {
        Schedule schedule =
                Powered.schedule("cluster { 2 rack { 2 node { 2 core } } }", 10, new long[] {10, 10}, 0, 0, 1, 1);

        // Each rack has power for two nodes of 4, but all together have 10.
        assertThat(lines(explain(schedule, "4 slot { 1 node { 4 power } }").levels()))
                .containsExactly(
                        "slot 4 of 4: 2 fit, 2 unsupplied_together power at /powerpanel0", "slot/node 1 of 4: 4 fit");
    }

    @Test
    void namesSoManySuppliesOnly() {
        int units = Explanation.MAX_NAMED + 2;
        long[] sizes = IntStream.range(0, units).mapToLong(i -> 5).toArray();
        int[] unitOfNode = IntStream.range(0, 2 * units).map(node -> node / 2).toArray();
        Schedule schedule = Powered.schedule("cluster { " + 2 * units + " node { 1 core } }", 1000, sizes, unitOfNode);

        List<Explanation.Taken> taken =
                explain(schedule, "14 node! { 3 power }").levels().getFirst().taken();

        assertThat(taken).hasSize(Explanation.MAX_NAMED + 1);
        assertThat(taken.getLast().about()).isEqualTo("power");
        assertThat(taken.getLast().count()).isEqualTo(2);
    }

    // ---- durations ------------------------------------------------------------------------------------------------

    @Test
    void proposesAllThatIsPlannedWhereMoreIsAskedFor() {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 1 core } }");
        long planned = Graphs.HORIZON.durationSec();

        assertThat(explain(schedule, "1 node! for " + (planned + 1)).changes())
                .containsExactly(new Explanation.Change.Shorter(planned + 1, planned));
    }
}
