package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Constraints on single resources of a request, sets of counts, and the match policy of a request. */
class RequestOptionsTest {
    private static final String GPUS = "cluster { 2 node { 4 core, 3 gpu } }";
    private static final Constraint FAST = new Constraint.Properties(List.of(new Constraint.Property("fast", false)));

    private static Schedule schedule(String text, String... fast) {
        Schedule schedule = Graphs.schedule(text);
        for (String path : fast) {
            schedule.graph().setProperty(schedule.graph().find(path), "fast", "");
        }
        return schedule;
    }

    private static MatchResult match(Schedule schedule, String policy, Jobspec jobspec) throws JobspecException {
        return new Matcher(schedule, MatchPolicy.parse(policy)).match(jobspec, MatchOperation.ALLOCATE, 0);
    }

    private static List<String> held(Schedule schedule, MatchResult result) {
        ResourceGraph graph = schedule.graph();
        assertThat(result).isInstanceOf(MatchResult.Allocated.class);
        Selection selection = ((MatchResult.Allocated) result).selection();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i)) {
                paths.add(graph.path(selection.vertex(i)).replace("/cluster0/", ""));
            }
        }
        return paths;
    }

    private static Jobspec job(Map<String, @Nullable Object> banyan, Resource... resources) {
        Map<String, @Nullable Object> system = banyan.isEmpty() ? Map.of() : Map.of("banyan", banyan);
        var attributes = new Attributes(
                60, Optional.empty(), new Constraint.Any(), Optional.empty(), Map.of(), system, Map.of());
        return new Jobspec(1, List.of(resources), List.of(), attributes);
    }

    private static Jobspec gpus(long count, Constraint constraint) {
        Resource gpu = Resource.of("gpu", Count.exactly(count)).requiring(constraint);
        return job(Map.of(), Resource.slot("s", Count.exactly(1), Resource.of("core", Count.exactly(1)), gpu));
    }

    @ParameterizedTest
    @MethodSource("io.banyan.match.policy.MatchPolicy#scored")
    void onlyVerticesThatMeetWhatIsRequiredAreTaken(String policy) throws JobspecException {
        Schedule schedule = schedule(GPUS, "/cluster0/node0/gpu1", "/cluster0/node1/gpu0", "/cluster0/node1/gpu2");
        assertThat(held(schedule, match(schedule, policy, gpus(2, FAST)))).contains("node1/gpu0", "node1/gpu2");
    }

    @Test
    void theReasonSaysWhatWasNotMet() throws JobspecException {
        Schedule schedule = schedule(GPUS, "/cluster0/node0/gpu1");
        MatchResult result = match(schedule, "first", gpus(2, FAST));
        assertThat(((MatchResult.Busy) result).reasons())
                .extracting(Reason::toString)
                .contains("slot/gpu: 2 needed, 1 found in one place (5 not meeting fast)");
        assertThat(new Matcher(schedule, MatchPolicy.FIRST).match(gpus(2, FAST), MatchOperation.SATISFIABILITY, 0))
                .isInstanceOf(MatchResult.Unsatisfiable.class);
    }

    @Test
    void whatIsRequiredCanBeNegatedAndJoined() throws JobspecException {
        Schedule schedule = schedule(GPUS, "/cluster0/node1/gpu0");
        Constraint slow = new Constraint.And(
                List.of(new Constraint.Not(List.of(FAST)), new Constraint.Hosts(HostList.parse("gpu[0-1]"))));
        assertThat(held(schedule, match(schedule, "first", gpus(2, slow)))).contains("node0/gpu0", "node0/gpu1");
    }

    @Test
    void aNodeCanBeRequiredByItsRank() throws JobspecException {
        Schedule schedule = schedule(GPUS);
        Resource node = Resource.of("node", Count.exactly(1)).requiring(new Constraint.Ranks(IdSet.of(0)));
        assertThat(held(schedule, match(schedule, "high", job(Map.of(), Resource.slot("s", Count.exactly(1), node)))))
                .containsExactly("node0");
    }

    @Test
    void aSetOfCountsTakesTheGreatestThatFits() throws JobspecException {
        Schedule schedule = schedule("cluster { 6 node }");
        Resource slot = Resource.slot("s", Count.among(IdSet.of(1, 2, 4, 8)), Resource.of("node", Count.exactly(1)));
        Jobspec jobspec = job(Map.of("extensions", List.of("counts")), slot);
        assertThat(held(schedule, match(schedule, "low", jobspec))).containsExactly("node0", "node1", "node2", "node3");
        assertThat(held(schedule, match(schedule, "first", jobspec))).hasSize(4);
    }

    @Test
    void theJobspecsPolicyIsTakenInsteadOfTheMatchers() throws JobspecException {
        Schedule schedule = schedule("cluster { 3 node { 2 core } }");
        Jobspec plain = Jobs.jobspec("1 slot { 1 core }");
        assertThat(held(schedule, match(schedule, "high", plain.withPolicy("lonode"))))
                .containsExactly("node0/core0");
        assertThat(held(schedule, match(schedule, "lonode", plain.withPolicy("hinodex"))))
                .containsExactly("node2/core0", "node2/core1", "node2");
        assertThatThrownBy(() -> match(schedule, "low", plain.withPolicy("lowest")))
                .isInstanceOf(JobspecException.class)
                .hasMessageStartingWith(
                        "attributes.system.banyan.policy: There is no match policy 'lowest'; expected one of first,");
    }

    @Test
    void nodesAreGivenWholeWhereTheJobspecSaysSo() throws JobspecException {
        Schedule schedule = schedule("cluster { 3 node { 2 core } }");
        Resource slot = Resource.slot("s", Count.exactly(1), Resource.of("core", Count.exactly(1)));
        assertThat(held(schedule, match(schedule, "lonode", job(Map.of("node-exclusive", true), slot))))
                .containsExactly("node0/core0", "node0/core1", "node0");
        assertThat(held(schedule, match(schedule, "lonodex", job(Map.of("node-exclusive", false), slot))))
                .containsExactly("node0/core0");
    }
}
