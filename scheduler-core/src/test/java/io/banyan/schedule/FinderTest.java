package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On two nodes of two cores: job 1 holds node0 whole, job 2 one core of node1, job 3 is to hold node0 later. */
class FinderTest {
    private final Schedule schedule = Graphs.schedule("cluster { 2 node { 2 core } }");
    private final ResourceGraph graph = schedule.graph();

    @BeforeEach
    void holdSome() throws Exception {
        Matcher matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        match(matcher, 1, "1 slot { 1 node! } for 100");
        match(matcher, 2, "1 slot { 1 core } for 100");
        match(matcher, 3, "1 slot { 1 node! } for 100");
    }

    private void match(Matcher matcher, long id, String jobspec) throws Exception {
        JobId job = new JobId(id);
        switch (matcher.match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0)) {
            case MatchResult.Allocated(var selection, var window) ->
                schedule.commit(job, BookingKind.ALLOCATION, window, selection);
            case MatchResult.Reserved(var selection, var window) ->
                schedule.commit(job, BookingKind.RESERVATION, window, selection);
            case MatchResult other -> throw new IllegalStateException("unexpected " + other);
        }
    }

    private List<String> find(String criteria) {
        Finder.Found found = Finder.find(schedule, Criteria.parse(criteria));
        return IntStream.range(0, found.selection().size())
                .mapToObj(i -> graph.path(found.selection().vertex(i)).replace("/cluster0", ""))
                .toList();
    }

    @Test
    void findsWhatIsAllocatedWithAllBelowAndAbove() {
        assertThat(find("sched-now=allocated"))
                .containsExactly("/node0/core0", "/node0/core1", "/node0", "/node1/core0", "/node1", "");
        assertThat(find("sched-now=free")).containsExactly("/node1/core1", "/node1", "");
    }

    @Test
    void countsOnlyWhatMeetsTheCriteriaItself() {
        assertThat(Finder.find(schedule, Criteria.parse("names=core1")).count()).isEqualTo(2);
        assertThat(find("names=core1")).hasSize(5);
    }

    @Test
    void findsReservations() {
        assertThat(find("sched-future=reserved")).contains("/node0").doesNotContain("/node1");
        assertThat(find("jobid-reserved=3")).contains("/node0/core1", "/node0");
        assertThat(find("jobid-alloc=3")).isEmpty();
    }

    @Test
    void findsTheVerticesOfAJob() {
        assertThat(find("jobid-alloc=1")).containsExactly("/node0/core0", "/node0/core1", "/node0", "");
        assertThat(find("jobid-alloc=2")).containsExactly("/node1/core0", "/node1", "");
        assertThat(find("jobid-tag=2")).containsExactly("/node1/core0", "/node1", "");
        assertThat(find("jobid-alloc=9")).isEmpty();
        assertThat(find("jobid-alloc=0x2")).isEqualTo(find("jobid-alloc=f3"));
    }

    @Test
    void takesTheStatusOfWhatIsAbove() {
        schedule.setStatus(graph.find("/cluster0/node1"), Status.DOWN);
        assertThat(find("status=down")).containsExactly("/node1/core0", "/node1/core1", "/node1", "");
        assertThat(find("status=up")).containsExactly("/node0/core0", "/node0/core1", "/node0", "");
    }

    @Test
    void findsPropertiesAndNames() {
        graph.setProperty(graph.find("/cluster0/node1"), "ssd", "");
        assertThat(find("property=ssd")).containsExactly("/node1", "");
        assertThat(find("names=node[0-1] property=ssd")).containsExactly("/node1", "");
    }

    @Test
    void readsExpressionsFromLeftToRight() {
        assertThat(find("names=node0 or names=node1 and names=core0")).isEmpty();
        assertThat(find("names=node0 or (names=node1 and names=core0)")).containsExactly("/node0", "");
        assertThat(find("( names=node0 )or(names=core0)")).hasSize(5);
    }

    @Test
    void findsTagsThatWereLeftBehind() {
        BitSet left = new BitSet();
        left.set(graph.find("/cluster0/node0"));
        Map<JobId, BitSet> byJob = Map.of(new JobId(2), left);
        assertThat(Finder.find(schedule, Criteria.parse("jobid-tag=2"), byJob).count())
                .isEqualTo(4);
        assertThat(Finder.find(schedule, Criteria.parse("jobid-span=2"), byJob).count())
                .isEqualTo(2);
    }

    /** A leaf has no filter; node0 has one, and the job has something below it. */
    @Test
    void findsTheFiltersThatCountAJob() {
        assertThat(find("jobid-span=1")).containsExactly("/node0", "");
        assertThat(find("jobid-span=2")).containsExactly("/node1", "");
        assertThat(find("jobid-span=9")).isEmpty();
    }

    /** With node:core only nodes have a filter; a job that has a node without its cores is not counted there. */
    @Test
    void findsNoFilterWhereNothingOfAJobIsCounted() throws Exception {
        var filtered = new Schedule(
                Graphs.graph("cluster { 2 rack { 1 node { 2 core } } }"),
                PruneFilters.parse("node:core"),
                Graphs.HORIZON);
        var matcher = new Matcher(filtered, MatchPolicy.parse("low"));
        for (String request : List.of("1 slot { 1 node } for 100", "1 slot { 1 core } for 100")) {
            var found = (MatchResult.Allocated) matcher.match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
            filtered.commit(
                    new JobId(filtered.holdings().bookings().size() + 1),
                    BookingKind.ALLOCATION,
                    found.window(),
                    found.selection());
        }
        // The root always counts the types of leaves.
        assertThat(Finder.find(filtered, Criteria.parse("jobid-span=1")).count())
                .as("the root")
                .isEqualTo(1);
        assertThat(Finder.find(filtered, Criteria.parse("jobid-span=2")).count())
                .as("the root and node1")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"status=up", "sched-now=allocated", "sched-now=free", "sched-future=reserved", "agfilter=t"})
    void takesValuesInUpperAndLowerCase(String criteria) {
        int valueAt = criteria.indexOf('=') + 1;
        String key = criteria.substring(0, valueAt);
        String word = criteria.substring(valueAt);
        String title = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
        for (String value : List.of(word.toUpperCase(Locale.ROOT), title)) {
            assertThat(find(key + value)).isEqualTo(find(criteria));
        }
    }

    @Test
    void findsWhatHasAFilterAndWhosePartIsToBeShown() {
        assertThat(find("agfilter=true")).containsExactly("/node0", "/node1", "");
        assertThat(find("jobid-tag=2 agfilter=t")).containsExactly("/node1", "");
        assertThat(find("agfilter=f and names=core0")).hasSize(5);
        assertThat(Criteria.parse("status=up (jobid-tag=2 or agfilter=t)").showsCounts())
                .isTrue();
        assertThat(Criteria.parse("status=up (jobid-tag=2 or agfilter=t)").namedJob())
                .contains(new JobId(2));
        assertThat(Criteria.parse("agfilter=f").showsCounts()).isFalse();
        assertThat(Criteria.parse("agfilter=f").namedJob()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "status",
                "status=",
                "status=sideways",
                "=up",
                "colour=red",
                "status=up and",
                "(status=up",
                "status=up)",
                "and status=up",
                "jobid-alloc=x",
                "jobid-alloc=0",
                "agfilter=maybe",
                "names=n[",
                "()"
            })
    void refusesWhatIsNoExpression(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Criteria.parse(text))
                .withMessageStartingWith("invalid criteria: ");
    }

    @Test
    void refusesDeepParentheses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Criteria.parse("(".repeat(5_000)))
                .withMessageContaining("deep");
    }
}
