package io.banyan.sim.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.value.Principal;
import io.banyan.queue.QueuePolicy;
import io.banyan.sim.workload.TraceJob;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.SlotProfile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InstanceBatchTest {
    private static final int SLOT_SEC = 600;
    private static final Needs TWO_CORES = Needs.ofCores(2);

    /** A node with four cores: a job has three of them until 1,800 s, and one that waits has all from then on. */
    private final StreamInstance stream = new StreamInstance(
            new StreamMachine(1, 4, 0, 0),
            QueuePolicy.CONSERVATIVE,
            List.of(TraceJob.of(1, 0, 1800, 1800, 3), TraceJob.of(2, 10, 600, 600, 4)));

    private final InstanceBatch batch = new InstanceBatch(stream, Principal.OWNER, InstanceBatch.Manner.GENTLE);

    @BeforeEach
    void submitBoth() throws BatchException {
        stream.at(100_000, () -> {});
        while (stream.nowMillis() < 100_000) {
            assertThat(stream.step()).isTrue();
        }
        look();
    }

    private SlotProfile look() throws BatchException {
        return batch.look(1200, SLOT_SEC, Set.of("core")).profile();
    }

    private static BatchReservation reservation(String name, long startSec, long endSec, Integer... cores) {
        return new BatchReservation(
                name,
                startSec,
                endSec,
                List.of(new ReservedShare("node0", new TreeMap<>(Map.of("core", List.of(cores))), 0)));
    }

    private void runUntil(long sec) {
        stream.at(sec * 1000, () -> {});
        while (stream.nowSec() < sec) {
            assertThat(stream.step()).isTrue();
        }
    }

    @Test
    void aLookShowsJobsThatRunAndThatWait() throws BatchException {
        SlotProfile profile = look();
        // From 1,200 s on: three cores until 1,800 s, then all until 2,400 s.
        assertThat(profile.horizon()).isEqualTo(2);
        List<BusySlots> busy = profile.busySlots();
        assertThat(busy.stream().filter(core -> !core.isFree(0, 1))).hasSize(3);
        assertThat(busy).allMatch(core -> !core.isFree(1, 2) && core.isFree(2, 9));
        assertThat(profile.nodes().getFirst().memoryMib()).isEqualTo(4 * 4 * 1024);
    }

    @Test
    void aReservationInTheWayOfAJobIsRefused() throws BatchException {
        BatchBooking answer = batch.book(List.of(reservation("r0", 2400, 3000, 0), reservation("r1", 1800, 2400, 0)));
        assertThat(answer).isInstanceOf(BatchBooking.Conflict.class);
        BatchBooking.Conflict conflict = (BatchBooking.Conflict) answer;
        assertThat(conflict.jobs()).containsExactly("2");
        assertThat(conflict.sentence()).contains("job 2");
        assertThat(batch.reservations("")).isEmpty();
    }

    @Test
    void aJobRunsInItsReservationAtTheReservedTime() throws BatchException {
        List<BatchReservation> reservations = List.of(reservation("r0", 2400, 3600, 0, 1));
        assertThat(batch.book(reservations)).isEqualTo(new BatchBooking.Booked());
        assertThat(batch.book(reservations)).isEqualTo(new BatchBooking.Booked());
        assertThat(batch.reservations("r")).containsExactly("r0");
        stream.lasts("task", 500_000, 2);
        String job = batch.submit(TimedJob.of("task", TWO_CORES, OptionalLong.empty(), Optional.of("r0")));
        assertThat(batch.find("task")).hasValue(job);
        assertThat(batch.reports(List.of(job)).get(job).state()).isEqualTo(BatchJobReport.State.WAITING);
        runUntil(2400);
        assertThat(batch.reports(List.of(job)).get(job).state()).isEqualTo(BatchJobReport.State.RUNNING);
        runUntil(2900);
        BatchJobReport report = batch.reports(List.of(job)).get(job);
        assertThat(report.state()).isEqualTo(BatchJobReport.State.ENDED);
        assertThat(report.startSec()).hasValue(2400);
        assertThat(report.endSec()).hasValue(2900);
        batch.release("r0");
        batch.release("r0");
        assertThat(batch.reservations("")).isEmpty();
    }

    @Test
    void aJobThatDoesNotEndIsStoppedWithItsReservation() throws BatchException {
        assertThat(batch.book(List.of(reservation("r0", 2400, 3000, 0, 1)))).isEqualTo(new BatchBooking.Booked());
        stream.lasts("task", 10_000_000, 2);
        String job = batch.submit(TimedJob.of("task", TWO_CORES, OptionalLong.empty(), Optional.of("r0")));
        runUntil(3001);
        assertThat(batch.reports(List.of(job)).get(job).state()).isEqualTo(BatchJobReport.State.TIMED_OUT);
    }

    @Test
    void aJobCanBeCancelledAndAnImpossibleOneIsRefused() throws BatchException {
        stream.lasts("task", 1000, 2);
        String job = batch.submit(TimedJob.of("task", TWO_CORES, OptionalLong.of(10), Optional.empty()));
        batch.cancel(job);
        assertThat(batch.reports(List.of(job)).get(job).state()).isEqualTo(BatchJobReport.State.STOPPED);
        assertThatThrownBy(() ->
                        batch.submit(TimedJob.of("large", Needs.ofCores(5), OptionalLong.of(10), Optional.empty())))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("5");
        assertThatThrownBy(
                        () -> batch.submit(TimedJob.of("lost", TWO_CORES, OptionalLong.empty(), Optional.of("none"))))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("none");
    }
}
