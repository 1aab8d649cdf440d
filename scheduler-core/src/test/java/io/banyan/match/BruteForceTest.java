package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.Status;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The matcher against a naive one on random small graphs: a yes can be booked, and a no is a no for the naive one too. */
class BruteForceTest {

    private static final List<String> POLICIES = List.of(
            "first", "firstnodex", "high", "low", "hinode", "hinodex", "lonode", "lonodex", "locality", "variation");
    private static final int REQUESTS = 60;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void agreesWithTheNaiveMatcher(int seed) throws Exception {
        var random = new Random(seed);
        Schedule schedule = Graphs.schedule(graph(random));
        String policy = POLICIES.get(random.nextInt(POLICIES.size()));
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        long now = 0;
        for (int i = 1; i <= REQUESTS; i++) {
            now += random.nextInt(3);
            endJobs(schedule, now);
            disturb(random, schedule);
            String text = request(random);
            Jobspec jobspec = Jobs.jobspec(text);
            var window = TimeWindow.startingAt(now, jobspec.attributes().durationSec(), Graphs.HORIZON.endSec());
            boolean possible = new NaiveMatch(schedule, window, matcher.policy().nodeExclusive()).canMeet(jobspec);
            MatchResult result = matcher.match(jobspec, MatchOperation.ALLOCATE, now);
            String context = "seed " + seed + ", request " + i + ", " + policy + ": " + text + " at " + now;
            assertThat(result instanceof MatchResult.Allocated).as(context).isEqualTo(possible);
            if (result instanceof MatchResult.Allocated allocated) {
                schedule.commit(new JobId(i), BookingKind.ALLOCATION, window, allocated.selection());
                schedule.checkInvariants();
            } else if (result instanceof MatchResult.Busy busy) {
                assertThat(busy.reasons()).as(context).isNotEmpty();
            }
        }
    }

    private static String graph(Random random) {
        String socket = (1 + random.nextInt(3)) + " core, " + (1 + random.nextInt(2)) + " gpu, "
                + (1 + random.nextInt(2)) + " memory:" + (1 + random.nextInt(3));
        String node = (1 + random.nextInt(2)) + " socket { " + socket + " }";
        return "cluster { " + (1 + random.nextInt(2)) + " rack { " + (1 + random.nextInt(3)) + " node { " + node
                + " } } }";
    }

    private static String request(Random random) {
        String inner = (1 + random.nextInt(2)) + " core";
        inner += random.nextBoolean() ? ", " + (1 + random.nextInt(2)) + " gpu" : "";
        inner += random.nextBoolean() ? ", " + (1 + random.nextInt(4)) + " memory" : "";
        String mark = random.nextInt(4) == 0 ? "!" : "";
        String counted = (1 + random.nextInt(2)) + " ";
        String request = switch (random.nextInt(7)) {
            case 0 -> counted + "slot { 1 node }";
            case 1 -> counted + "slot { 1 socket { " + inner + " } }";
            case 2 -> counted + "node" + mark + " { 1 slot { 1 socket { " + inner + " } } }";
            case 3 -> counted + "core!, 1 gpu!";
            case 4 -> "1 rack" + mark + " { " + counted + "node { 1 slot { 1 socket } } }";
            case 5 -> counted + "slot { " + inner + " }";
            default -> counted + "socket!";
        };
        return request + " for " + (1 + random.nextInt(20));
    }

    /** A job that overran its time would keep its vertices; the naive matcher knows nothing of that. */
    private static void endJobs(Schedule schedule, long now) {
        for (Booking booking : schedule.holdings().bookings()) {
            if (booking.window().endSec() <= now) {
                schedule.cancel(booking.job());
            }
        }
    }

    /** Ends jobs and changes the status of vertices now and then. */
    private static void disturb(Random random, Schedule schedule) {
        if (random.nextInt(3) == 0) {
            var bookings = new ArrayList<>(schedule.holdings().bookings());
            if (!bookings.isEmpty()) {
                Booking ended = bookings.get(random.nextInt(bookings.size()));
                schedule.cancel(ended.job());
            }
        }
        if (random.nextInt(8) == 0) {
            int v = random.nextInt(schedule.graph().vertexBound());
            schedule.setStatus(v, random.nextInt(3) == 0 ? Status.DOWN : Status.UP);
        }
    }
}
