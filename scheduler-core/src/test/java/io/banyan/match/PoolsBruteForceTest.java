package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests for parts of pools on random small graphs against arithmetic: what is free in a socket makes so many slots,
 * and all sockets together have to make enough. The seed is the parameter.
 */
class PoolsBruteForceTest {
    private static final List<String> POLICIES =
            List.of("first", "high", "low", "hinode", "lonode", "locality", "variation");
    private static final int REQUESTS = 80;

    private Schedule schedule = Graphs.schedule("cluster { 1 node }");
    private long granule = 1;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void agreesWithArithmetic(int seed) throws Exception {
        var random = new Random(seed);
        granule = 1L + random.nextInt(4);
        String socket = (1 + random.nextInt(3)) + " core, " + (1 + random.nextInt(2)) + " memory:"
                + (1 + random.nextInt(12)) + "/" + granule;
        schedule = Graphs.schedule("cluster { " + (1 + random.nextInt(3)) + " node { " + (1 + random.nextInt(2))
                + " socket { " + socket + " } }, licence:6/1 }");
        String policy = POLICIES.get(random.nextInt(POLICIES.size()));
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        long now = 0;
        for (int i = 1; i <= REQUESTS; i++) {
            now += random.nextInt(3);
            endSome(random, now);
            int slots = 1 + random.nextInt(3);
            int cores = 1 + random.nextInt(2);
            int memory = random.nextInt(9);
            int licences = random.nextInt(4);
            String text = slots + " slot { " + cores + " core" + (memory > 0 ? ", " + memory + " memory" : "") + " }"
                    + (licences > 0 ? ", " + licences + " licence" : "") + " for " + (1 + random.nextInt(15));
            Jobspec jobspec = Jobs.jobspec(text);
            var window = TimeWindow.startingAt(now, jobspec.attributes().durationSec(), Graphs.HORIZON.endSec());
            boolean possible = fits(window, slots, cores, memory, licences);
            MatchResult result = matcher.match(jobspec, MatchOperation.ALLOCATE, now);
            String context = "seed " + seed + ", request " + i + ", " + policy + ": " + text + " at " + now;
            assertThat(result instanceof MatchResult.Allocated).as(context).isEqualTo(possible);
            if (result instanceof MatchResult.Allocated allocated) {
                Selection selection = allocated.selection();
                schedule.commit(new JobId(i), BookingKind.ALLOCATION, window, selection);
                schedule.checkInvariants();
                long asked = slots * ((memory + granule - 1) / granule) * granule;
                assertThat(sum(selection, "memory")).as(context).isEqualTo(asked);
                assertThat(sum(selection, "licence")).as(context).isEqualTo(licences);
            }
        }
    }

    private void endSome(Random random, long now) {
        for (Booking booking : schedule.holdings().bookings()) {
            if (booking.window().endSec() <= now || random.nextInt(10) == 0) {
                schedule.cancel(booking.job());
            }
        }
    }

    private long sum(Selection selection, String type) {
        long sum = 0;
        for (int i = 0; i < selection.size(); i++) {
            boolean counts = selection.exclusive(i) && isOf(selection.vertex(i), type);
            sum += counts ? selection.amount(i) : 0;
        }
        return sum;
    }

    private boolean isOf(int v, String type) {
        return schedule.graph().types().name(schedule.graph().typeId(v)).equals(type);
    }

    private boolean fits(TimeWindow window, int slots, int cores, int memory, int licences) {
        long made = 0;
        long free = 0;
        for (int v = 0; v < schedule.graph().vertexBound(); v++) {
            if (isOf(v, "socket")) {
                long byCores = freeBelow(v, "core", window, 1) / cores;
                long each = (memory + granule - 1) / granule * granule;
                long byMemory = memory == 0 ? byCores : freeBelow(v, "memory", window, granule) / each;
                made += Math.min(byCores, byMemory);
            } else if (isOf(v, "licence")) {
                free += free(v, window);
            }
        }
        return made >= slots && free >= licences;
    }

    private long freeBelow(int socket, String type, TimeWindow window, long unit) {
        long sum = 0;
        for (int e = schedule.graph().firstOut(socket);
                e >= 0;
                e = schedule.graph().nextOut(e)) {
            int v = schedule.graph().target(e);
            sum += isOf(v, type) ? free(v, window) / unit * unit : 0;
        }
        return sum;
    }

    /** The size less what jobs have of it at the worst instant: all of them began at or before the window does. */
    private long free(int v, TimeWindow window) {
        long free = schedule.graph().size(v);
        for (Booking booking : schedule.holdings().bookings()) {
            Selection selection = schedule.holdings().selection(booking.job());
            for (int i = 0; i < selection.size() && booking.window().overlaps(window); i++) {
                boolean has = selection.vertex(i) == v && selection.exclusive(i);
                free -= has ? selection.amount(i) : 0;
            }
        }
        return free;
    }
}
