package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.CancelReservationRequest;
import io.banyan.v1.CreateReservationRequest;
import io.banyan.v1.ResourcePart;
import io.banyan.v1.ResourceParts;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the messages about reservations, there and back, and those that make no sense. */
class ReservationMessagesTest {
    private static Reservation reservation(String owner, ReservationTarget target, Recurrence recurrence) {
        return new Reservation(
                "tidy",
                owner,
                target,
                1_795_000_000L,
                3_600,
                recurrence,
                new TreeSet<>(List.of("ann", "ben")),
                new TreeSet<>(List.of("physics")));
    }

    @Test
    void requestsComeAsTheyWent() throws Exception {
        var weekly = new Recurrence(Recurrence.Every.WEEK, 0, "Europe/Berlin", 1_900_000_000L, 7);
        for (ReservationTarget target : List.of(
                new ReservationTarget.All(),
                new ReservationTarget.Where("names=node[0-3]"),
                new ReservationTarget.Parts(List.of(
                        new HeldPart("/cluster0/node1", 1, true, Map.of()),
                        new HeldPart("/cluster0/node2/memory0", 5_000_000_000L, false, Map.of()))))) {
            var create = new ReservationRequest.Create(reservation("ann", target, weekly), true);
            assertThat(ReservationMessages.read(ReservationMessages.write(create), "ben"))
                    .isEqualTo(create);
        }
        var cancel = new ReservationRequest.Cancel("tidy", true);
        assertThat(ReservationMessages.read(ReservationMessages.write(cancel))).isEqualTo(cancel);
    }

    @Test
    void whoeverMakesOneOwnsItWhereNothingIsSaid() throws Exception {
        var create = new ReservationRequest.Create(
                reservation("owner", new ReservationTarget.All(), Recurrence.ONCE), false);
        assertThat(ReservationMessages.read(ReservationMessages.write(create), "ben")
                        .reservation()
                        .owner())
                .isEqualTo("ben");
    }

    @Test
    void answersComeAsTheyWent() throws Exception {
        var view = new ReservationView(
                reservation("ann", new ReservationTarget.All(), Recurrence.ONCE),
                List.of(
                        new ReservationView.Time(
                                new JobId(3), new TimeWindow(5, 9), JobState.RUNNING, List.of(new JobId(4))),
                        new ReservationView.Time(new JobId(5), new TimeWindow(15, 19), JobState.RESERVED, List.of())),
                "not booked from then");
        var all = new Answer.Reservations(List.of(view));
        assertThat(ReservationMessages.read(ReservationMessages.listed(all))).containsExactly(view);
        assertThat(ReservationMessages.read(ReservationMessages.created(all).getMade()))
                .isEqualTo(view);
        assertThat(ReservationMessages.read(ReservationMessages.cancelled(all).getReservation()))
                .isEqualTo(view);
        refused(
                () -> ReservationMessages.listed(
                        new Answer.Failed(ErrorCode.FORBIDDEN, "this request requires the role admin")),
                "requires the role admin");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        refused(
                () -> ReservationMessages.read(CreateReservationRequest.getDefaultInstance(), "ann"),
                "The resources to reserve are not stated");
        var some = io.banyan.v1.Reservation.newBuilder()
                .setName("tidy")
                .setStartSec(1_795_000_000L)
                .setDurationSec(60)
                .setAll(true)
                .build();
        refused(() -> create(some.toBuilder().setName("two words").build()), "without blanks");
        refused(() -> create(some.toBuilder().setDurationSec(0).build()), "must last 1 to");
        refused(() -> create(some.toBuilder().setCriteria("names=").build()), "");
        refused(() -> create(some.toBuilder().setCriteria("jobid-alloc=3").build()), "not a job");
        refused(
                () -> create(some.toBuilder()
                        .setParts(ResourceParts.getDefaultInstance())
                        .build()),
                "1 to 100000 parts");
        var nothing = ResourcePart.newBuilder().setPath("/cluster0/node1");
        refused(
                () -> create(some.toBuilder()
                        .setParts(ResourceParts.newBuilder().addParts(nothing))
                        .build()),
                "an amount of 1 or more");
        refused(
                () -> create(some.toBuilder()
                        .setParts(ResourceParts.newBuilder()
                                .addParts(nothing.clone().setPath("node1").setAmount(1)))
                        .build()),
                "a path must begin with '/'");
        refused(() -> create(some.toBuilder().addUsers("a b").build()), "A user's name");
        refused(
                () -> create(some.toBuilder()
                        .setRecurrence(io.banyan.v1.Recurrence.newBuilder().setSeconds(59))
                        .build()),
                "would not have ended when its next period begins");
        refused(
                () -> create(some.toBuilder()
                        .setRecurrence(io.banyan.v1.Recurrence.newBuilder()
                                .setDay(true)
                                .setZone("Mars/Olympus"))
                        .build()),
                "there is no time zone 'Mars/Olympus'");
        refused(
                () -> create(some.toBuilder()
                        .setRecurrence(io.banyan.v1.Recurrence.newBuilder()
                                .setSeconds(60)
                                .setUntilSec(5))
                        .build()),
                "must begin before the end of its repetition");
        refused(() -> ReservationMessages.read(CancelReservationRequest.getDefaultInstance()), "a reservation's name");
    }

    private static ReservationRequest.Create create(io.banyan.v1.Reservation reservation) throws WireException {
        return ReservationMessages.read(
                CreateReservationRequest.newBuilder()
                        .setReservation(reservation)
                        .build(),
                "ann");
    }

    private static void refused(ThrowingCallable reading, String why) {
        assertThatThrownBy(reading).isInstanceOf(WireException.class).hasMessageContaining(why);
    }
}
