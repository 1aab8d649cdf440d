package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Calls that book several reservations gently while the daemon is killed. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class KilledBookingTest {
    private static final int RESERVATIONS_A_CALL = 3;
    private static final int ROUNDS = 3;

    @TempDir
    private Path directory;

    /** Each reservation begins when the one before ends. */
    private static ReservationRequest.Book call(long beginSec, int first) {
        List<Reservation> reservations = new ArrayList<>();
        for (int i = first; i < first + RESERVATIONS_A_CALL; i++) {
            reservations.add(new Reservation(
                    "r" + i,
                    "owner",
                    new ReservationTarget.Where("names=node0"),
                    beginSec + 60L * i,
                    60,
                    Recurrence.ONCE,
                    new TreeSet<>(List.of("owner"))));
        }
        return new ReservationRequest.Book(reservations);
    }

    /** Books until the daemon is gone. */
    private static void book(BanyanClient client, AtomicInteger acknowledged, CountDownLatch some) throws Exception {
        long beginSec = Instant.now().getEpochSecond() + 3_600;
        try {
            while (client.reserving().book(call(beginSec, acknowledged.get())) instanceof Answer.Reservations booked) {
                acknowledged.addAndGet(booked.reservations().size());
                some.countDown();
            }
        } catch (ClientException killed) {
            // It is not known whether the daemon received the last call.
        }
    }

    @Test
    void allReservationsOfACallAreThereAfterAKillOrNone() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 1; round <= ROUNDS; round++) {
            var acknowledged = new AtomicInteger();
            try (var daemon = new KilledDaemon(
                    directory.resolve("state" + round),
                    "--execution",
                    "mock",
                    "--graph",
                    Path.of("..", "resource-graphs", "small.graphml").toString())) {
                daemon.start();
                var some = new CountDownLatch(1 + random.nextInt(20));
                try (BanyanClient client = daemon.client()) {
                    var booking = CompletableFuture.runAsync(() -> {
                        try {
                            book(client, acknowledged, some);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    some.await();
                    daemon.kill();
                    booking.join();
                }
                check(daemon, acknowledged.get(), "seed " + seed + ", round " + round);
            }
        }
    }

    private static void check(KilledDaemon daemon, int acknowledged, String context) throws Exception {
        daemon.start();
        try (BanyanClient client = daemon.client()) {
            int there = client.reserving().list().size();
            assertThat(there % RESERVATIONS_A_CALL).as(context).isZero();
            assertThat(there - acknowledged).as(context).isBetween(0, RESERVATIONS_A_CALL);
            long nowSec = Instant.now().getEpochSecond();
            assertThat(client.queueing()
                            .horizon(new JobRead.Horizon(nowSec, nowSec + 1_000_000))
                            .busy())
                    .as(context)
                    .hasSize(there)
                    .allMatch(busy -> busy.window().durationSec() == 60
                            && busy.parts().getFirst().path().endsWith("/node0")
                            && busy.parts().getFirst().whole());
        }
    }
}
