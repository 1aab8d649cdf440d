package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The reasons for a no say what lacks: now, because of a reservation, in a part of a node, or for a constraint. */
class ShortageTest {
    private static final String NODES = "cluster { 8 node { 2 socket { 4 core } } }";

    @Test
    void whatAReservationTakesLaterIsFreeUntilThen() throws Exception {
        Schedule schedule = Graphs.schedule(NODES);
        book(schedule, 1, BookingKind.ALLOCATION, Jobs.nodes(4, 500), 0);
        book(schedule, 2, BookingKind.RESERVATION, Jobs.nodes(8, 500), 500);
        assertThat(reasons(schedule, Jobs.jobspec(Jobs.nodes(4, 600))))
                .first()
                .isEqualTo(new Reason("node", 4, 4, "of 8 free", OptionalLong.of(500)))
                .hasToString("node: 4 needed, 4 of 8 free, but only until t=500");
        assertThat(reasons(schedule, Jobs.jobspec(Jobs.nodes(5, 600))))
                .first()
                .isEqualTo(new Reason("node", 5, 4, "of 8 free"));
    }

    @Test
    void whatIsHeldNowIsFreeAtALaterTime() throws Exception {
        Schedule schedule = Graphs.schedule(NODES);
        book(schedule, 1, BookingKind.ALLOCATION, Jobs.nodes(6, 500), 0);
        book(schedule, 2, BookingKind.RESERVATION, Jobs.nodes(3, 500), 500);
        var later = (MatchResult.Busy)
                new Matcher(schedule, MatchPolicy.FIRST).matchAt(Jobs.jobspec(Jobs.nodes(6, 100)), 500);
        assertThat(later.reasons()).first().isEqualTo(new Reason("node", 6, 5, "of 8 free"));
    }

    @Test
    void aTaskWiderThanASocketIsToldWhatTheLargestHas() throws Exception {
        Schedule schedule = Graphs.schedule(NODES);
        assertThat(never(schedule, "1 slot { 8 core } for 10"))
                .containsExactly("slot: 1 needed, 0 found in one place (no socket has 8 cores; the largest has 4)");
        assertThat(never(schedule, "1 slot { 9 core } for 10 using node-slots"))
                .containsExactly("slot: 1 needed, 0 found in one place (no node has 9 cores; the largest has 8)");
        assertThat(never(schedule, "1 slot { 1 node { 9 core } } for 10"))
                .contains("slot/node: 1 needed, 0 found in one place"
                        + " (no node has 9 cores; the largest has 8, 8 without enough free below)");
    }

    @Test
    void whatIsFreeInTheBestPlaceIsTold() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 socket { 4 core } } }");
        book(schedule, 1, BookingKind.ALLOCATION, "2 node { 2 socket { 1 slot { 2 core } } } for 50", 0);
        assertThat(reasons(schedule, Jobs.jobspec("1 slot { 3 core } for 10")))
                .extracting(Reason::toString)
                .containsExactly("slot: 1 needed, 0 found in one place (no socket has 3 cores free; at most 2)");
        assertThat(reasons(schedule, Jobs.jobspec("1 slot { 5 core } for 10 using node-slots")))
                .extracting(Reason::toString)
                .containsExactly("slot: 1 needed, 0 found in one place (no node has 5 cores free; at most 4)");
    }

    @Test
    void nodesThatDoNotMeetTheConstraintOrAreDownAreCountedForSlots() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 4 node { 2 core } }");
        schedule.setStatus(schedule.graph().find("/cluster0/node3"), Status.DOWN);
        var constraint = new Constraint.Properties(List.of(new Constraint.Property("fast", false)));
        Jobspec bare = Jobs.jobspec("1 slot { 1 core } for 10");
        Attributes said = bare.attributes();
        var asked = new Attributes(
                said.durationSec(),
                said.queue(),
                constraint,
                said.cwd(),
                said.environment(),
                said.system(),
                said.user());
        assertThat(reasons(schedule, new Jobspec(1, bare.resources(), List.of(), asked)))
                .extracting(Reason::toString)
                .containsExactly(
                        "slot: 1 needed, 0 found in one place (3 nodes not meeting the constraint fast, 1 node drained or down)");
    }

    private static List<Reason> reasons(Schedule schedule, Jobspec jobspec) throws Exception {
        return ((MatchResult.Busy) new Matcher(schedule, MatchPolicy.FIRST).match(jobspec, MatchOperation.ALLOCATE, 0))
                .reasons();
    }

    private static List<String> never(Schedule schedule, String request) throws Exception {
        var result = (MatchResult.Unsatisfiable) new Matcher(schedule, MatchPolicy.FIRST)
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
        return result.reasons().stream().map(Reason::toString).toList();
    }

    private static void book(Schedule schedule, long job, BookingKind kind, String request, long sec) throws Exception {
        Jobspec jobspec = Jobs.jobspec(request);
        var matcher = new Matcher(schedule, MatchPolicy.FIRST);
        var found = sec == 0
                ? ((MatchResult.Allocated) matcher.match(jobspec, MatchOperation.ALLOCATE, 0)).selection()
                : ((MatchResult.Reserved) matcher.matchAt(jobspec, sec)).selection();
        schedule.commit(
                new JobId(job),
                kind,
                new TimeWindow(sec, sec + jobspec.attributes().durationSec()),
                found);
    }
}
