package io.banyan.sim.deadline;

import static io.banyan.sim.deadline.DeclaredPrograms.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.mapping.LeakMapping;
import io.banyan.topology.Grid;
import io.banyan.topology.NodeOrder;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The slots of jobs whose profiles are known, on a row of 6 nodes with one slot each. */
class ForesightPlacementTest {
    private static final Grid ROW = Grid.of(6);

    private final ForesightPlacement placement =
            new ForesightPlacement(ROW, new LeakMapping(ROW, NodeOrder.snake(ROW), 1, true));
    private final ProcessSlots slots = new ProcessSlots(6, 1);

    @AfterEach
    void checkInvariants() {
        slots.checkInvariants();
    }

    /** Starts a job, and returns the node of its first process. */
    private int started(RunningProgram run) {
        run.profile = Optional.of(ProfileSource.of(run.program));
        run.phase = 0;
        int slot = placement.first(run, slots).orElseThrow();
        run.started(0, slot, slots.node(slot));
        placement.forked(run, slots);
        slots.checkInvariants();
        return slots.node(slot);
    }

    private int forked(RunningProgram run, int process) {
        int slot = placement.fork(run, run.slot(0), slots);
        run.started(process, slot, slots.node(slot));
        return slots.node(slot);
    }

    @Test
    void aJobStartsWhereItHasRoomToGrow() {
        assertThat(started(job(1, 100, 10, 1, 3))).as("between two free nodes").isEqualTo(1);
        assertThat(started(job(2, 100, 10, 1, 3)))
                .as("the nodes 0 to 2 are taken or claimed")
                .isEqualTo(4);
    }

    @Test
    void neighboursStayFreeForAJobThatWillFork() {
        RunningProgram growing = job(1, 100, 10, 1, 3);
        assertThat(started(growing)).isEqualTo(1);
        assertThat(slots.unclaimed().stream()).containsExactly(3, 4, 5);
        RunningProgram other = job(2, 100, 10, 1);
        assertThat(started(other)).as("node 0 is claimed").isEqualTo(3);
        assertThat(forked(other, 1)).as("the neighbour 2 is claimed").isEqualTo(4);
        growing.phase = 1;
        assertThat(forked(growing, 1)).isEqualTo(0);
        assertThat(forked(growing, 2)).isEqualTo(2);
        placement.forked(growing, slots);
        assertThat(slots.unclaimed().stream()).containsExactly(5);
    }

    @Test
    void claimedSlotsAreTakenIfNoOthersAreFree() {
        RunningProgram growing = job(1, 100, 10, 1, 6);
        assertThat(started(growing)).isEqualTo(2);
        assertThat(slots.unclaimed().stream()).isEmpty();
        RunningProgram other = job(2, 100, 10, 1);
        assertThat(started(other)).as("the first free node along the snake").isEqualTo(0);
        growing.phase = 1;
        for (int process = 1; process < 5; process++) {
            assertThat(forked(growing, process)).isNotZero();
        }
        assertThat(forked(growing, 5)).as("no slot is free").isEqualTo(2);
    }

    @Test
    void aJobThatEndsOrShrinksGivesItsClaimsBack() {
        RunningProgram growing = job(1, 100, 10, 1, 3, 1);
        started(growing);
        growing.phase = 1;
        placement.forked(growing, slots);
        assertThat(slots.unclaimed().cardinality())
                .as("the last phase has one process")
                .isEqualTo(5);
        RunningProgram other = job(2, 100, 10, 1, 4);
        started(other);
        assertThat(slots.unclaimed().cardinality()).isEqualTo(1);
        placement.ended(other, slots);
        assertThat(slots.unclaimed().cardinality()).isEqualTo(4);
    }
}
