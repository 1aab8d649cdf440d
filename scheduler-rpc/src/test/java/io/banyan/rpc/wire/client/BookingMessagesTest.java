package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.BookReservationsReply;
import io.banyan.v1.BookReservationsRequest;
import io.banyan.v1.BookingRefusal;
import io.banyan.v1.HorizonReply;
import io.banyan.v1.HorizonRequest;
import io.banyan.v1.ResourcePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the messages of gentle bookings and of the horizon, there and back, and those that make no sense. */
class BookingMessagesTest {
    private static final int RUNS = 500;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    @Test
    void randomBookingsComeAsTheyWent() throws Exception {
        for (int run = 0; run < RUNS; run++) {
            var book = new ReservationRequest.Book(reservations());
            byte[] bytes = BookingMessages.write(book).toByteArray();
            assertThat(BookingMessages.read(BookReservationsRequest.parseFrom(bytes), "ben"))
                    .as("seed %d", seed)
                    .isEqualTo(book);
        }
    }

    @Test
    void randomAnswersComeAsTheyWent() throws Exception {
        for (int run = 0; run < RUNS; run++) {
            Answer answer = switch (random.nextInt(3)) {
                case 0 ->
                    new Answer.Reservations(
                            reservations().stream().map(this::view).toList());
                case 1 ->
                    new Answer.Refused(true, List.of(LevelReasons.because("/", "local", "reason " + random.nextInt())));
                default ->
                    new BookingRefused(
                            random.longs(random.nextInt(4), 1, 100)
                                    .sorted()
                                    .mapToObj(JobId::new)
                                    .toList(),
                            random.nextInt(3),
                            List.of("r" + random.nextInt(9)),
                            random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextInt(1_000)),
                            "job 3 would start later");
            };
            byte[] bytes = BookingMessages.booked(answer).toByteArray();
            assertThat(BookingMessages.read(BookReservationsReply.parseFrom(bytes)))
                    .as("seed %d", seed)
                    .isEqualTo(answer);
        }
    }

    @Test
    void randomHorizonsComeAsTheyWent() throws Exception {
        for (int run = 0; run < RUNS; run++) {
            var request = new JobRead.Horizon(random.nextInt(100), 100L + random.nextInt(100));
            assertThat(HorizonMessages.read(HorizonRequest.parseFrom(
                            HorizonMessages.write(request).toByteArray())))
                    .isEqualTo(request);
            List<BusyParts> busy = new ArrayList<>();
            for (int count = random.nextInt(5); count > 0; count--) {
                boolean isEverywhere = random.nextInt(4) == 0;
                long start = random.nextInt(100);
                var window = new TimeWindow(start, random.nextInt(9) == 0 ? Long.MAX_VALUE : start + 7);
                busy.add(new BusyParts(window, isEverywhere ? List.of() : parts(true), isEverywhere));
            }
            var answer = new JobAnswer.Horizon(random.nextLong(Long.MAX_VALUE), busy);
            byte[] bytes = HorizonMessages.horizon(answer).toByteArray();
            assertThat(HorizonMessages.read(HorizonReply.parseFrom(bytes)))
                    .as("seed %d", seed)
                    .isEqualTo(answer);
        }
    }

    private List<Reservation> reservations() {
        List<Reservation> reservations = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            ReservationTarget target = random.nextInt(3) == 0
                    ? new ReservationTarget.Where("names=node" + i)
                    : new ReservationTarget.Parts(parts(false));
            var users = new TreeSet<>(random.nextBoolean() ? List.of("ann") : List.of("ann", "ben"));
            reservations.add(new Reservation(
                    "r" + i, "ann", target, random.nextInt(100), 1L + random.nextInt(100), Recurrence.ONCE, users));
        }
        return reservations;
    }

    private List<HeldPart> parts(boolean withDraws) {
        List<HeldPart> parts = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            Map<ResourceType, Long> draws = withDraws && random.nextInt(3) == 0
                    ? Map.of(new ResourceType("power"), 1L + random.nextInt(500))
                    : Map.of();
            parts.add(new HeldPart("/cluster0/node" + i, 1L + random.nextInt(9), random.nextBoolean(), draws));
        }
        return parts;
    }

    private ReservationView view(Reservation reservation) {
        var time = new ReservationView.Time(
                new JobId(1L + random.nextInt(9)), new TimeWindow(5, 9), JobState.RESERVED, List.of());
        return new ReservationView(reservation, List.of(time), "");
    }

    @Test
    void theAskerOwnsAReservationThatStatesNoOwner() throws Exception {
        var reservation = new Reservation(
                "r", "owner", new ReservationTarget.All(), 5, 9, Recurrence.ONCE, new TreeSet<>(List.of("ben")));
        var request = BookingMessages.write(new ReservationRequest.Book(List.of(reservation)));
        assertThat(BookingMessages.read(request, "ben")
                        .reservations()
                        .getFirst()
                        .owner())
                .isEqualTo("ben");
    }

    @Test
    void invalidMessagesAreRefused() {
        refused(() -> BookingMessages.read(BookReservationsRequest.getDefaultInstance(), "ann"), "1 to 1000");
        refused(
                () -> BookingMessages.read(
                        BookReservationsRequest.newBuilder()
                                .addReservations(
                                        io.banyan.v1.Reservation.newBuilder().setAll(true))
                                .build(),
                        "ann"),
                "a reservation's name");
        refused(() -> BookingMessages.read(BookReservationsReply.getDefaultInstance()), "is not stated");
        refused(
                () -> BookingMessages.read(BookReservationsReply.newBuilder()
                        .setRefused(BookingRefusal.newBuilder().setOthers(-1).setMessage("x"))
                        .build()),
                "must not be negative");
        refused(
                () -> BookingMessages.booked(new Answer.Failed(ErrorCode.FORBIDDEN, "requires the role user")),
                "requires the role user");
        refused(() -> HorizonMessages.read(HorizonRequest.getDefaultInstance()), "the time 0 is not after 0");
        var busy = io.banyan.v1.BusyParts.newBuilder()
                .setWindow(io.banyan.v1.TimeWindow.newBuilder().setEndSec(3));
        refused(() -> horizon(busy.clone().setEverywhere(true).addParts(part("/a"))), "have no parts, found 1");
        refused(() -> horizon(busy.clone().addParts(part("a"))), "a path must begin with '/'");
        refused(
                () -> HorizonMessages.horizon(new Answer.Failed(ErrorCode.LIMIT, "ask for a shorter time")),
                "ask for a shorter time");
    }

    private static ResourcePart part(String path) {
        return ResourcePart.newBuilder().setPath(path).setAmount(1).build();
    }

    private static JobAnswer.Horizon horizon(io.banyan.v1.BusyParts.Builder busy) throws WireException {
        return HorizonMessages.read(HorizonReply.newBuilder().addBusy(busy).build());
    }

    private static void refused(ThrowingCallable reading, String why) {
        assertThatThrownBy(reading).isInstanceOf(WireException.class).hasMessageContaining(why);
    }
}
