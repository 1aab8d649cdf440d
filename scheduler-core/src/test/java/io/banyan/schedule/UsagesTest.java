package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.resource.Usage;
import org.junit.jupiter.api.Test;

class UsagesTest {
    private final Schedule schedule = Graphs.schedule("cluster { 3 node { 2 core } }");

    @Test
    void nothingIsUsedInAnEmptySchedule() throws Exception {
        assertThat(Usages.at(schedule, 0)).containsOnly(Usage.FREE);
    }

    @Test
    void whatLiesWithinATakenNodeIsTakenAndWhatIsAboveItPartly() throws Exception {
        commit("1 slot { 1 node { 2 core } }", 0);
        assertThat(usage("/cluster0")).isEqualTo(Usage.PARTLY_TAKEN);
        assertThat(usage("/cluster0/node0")).isEqualTo(Usage.TAKEN);
        assertThat(usage("/cluster0/node0/core1")).isEqualTo(Usage.TAKEN);
        assertThat(usage("/cluster0/node1")).isEqualTo(Usage.FREE);
    }

    @Test
    void aNodeWithOneTakenCoreIsPartlyTaken() throws Exception {
        commit("1 slot { 1 core }", 0);
        assertThat(usage("/cluster0/node0")).isEqualTo(Usage.PARTLY_TAKEN);
        assertThat(usage("/cluster0/node0/core0")).isEqualTo(Usage.TAKEN);
        assertThat(usage("/cluster0/node0/core1")).isEqualTo(Usage.FREE);
    }

    @Test
    void whatLiesWithinADownNodeIsDownWhoeverHasIt() throws Exception {
        commit("1 slot { 1 core }", 0);
        schedule.setStatus(schedule.graph().find("/cluster0/node0"), Status.DOWN);
        assertThat(usage("/cluster0/node0/core0")).isEqualTo(Usage.DOWN);
        assertThat(usage("/cluster0")).isEqualTo(Usage.FREE);
    }

    @Test
    void whatIsBookedForLaterIsFreeNow() throws Exception {
        commit("1 slot { 1 core }", 100);
        assertThat(Usages.at(schedule, 99)).containsOnly(Usage.FREE);
        assertThat(Usages.at(schedule, 100)).contains(Usage.TAKEN);
    }

    private Usage usage(String path) {
        return Usages.at(schedule, 0)[schedule.graph().find(path)];
    }

    private void commit(String jobspec, long startSec) throws Exception {
        Matcher matcher = new Matcher(schedule, MatchPolicy.parse("low"), TraverserKind.SIMPLE);
        Selection selection = ((MatchResult.Allocated)
                        matcher.match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, startSec))
                .selection();
        schedule.commit(new JobId(1), BookingKind.ALLOCATION, new TimeWindow(startSec, startSec + 10), selection);
    }
}
