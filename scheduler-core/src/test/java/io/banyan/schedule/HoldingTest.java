package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HoldingTest {

    @ParameterizedTest
    @CsvSource({"1, 6", "2, 12", "3, 400"})
    void findsHoldsAsALinkedMapDoes(long seed, int most) {
        var random = new Random(seed);
        Holding holding = holding(1, 10, BookingKind.ALLOCATION);
        Map<Integer, Hold> expected = new LinkedHashMap<>();
        for (int step = 0; step < 3_000; step++) {
            int v = random.nextInt(2 * most);
            boolean growing = (step / 500) % 2 == 0;
            if (!expected.containsKey(v) && expected.size() < most && random.nextInt(4) < (growing ? 3 : 1)) {
                var hold = new Hold(v, 1, false, Hold.NOTHING);
                holding.put(hold);
                expected.put(v, hold);
            } else if (growing ? random.nextInt(3) == 0 : expected.containsKey(v)) {
                holding.remove(v);
                expected.remove(v);
            }
            int asked = random.nextInt(2 * most);
            assertThat(holding.at(asked)).as("seed " + seed + ", step " + step).isSameAs(expected.get(asked));
            assertThat(holding.isEmpty()).isEqualTo(expected.isEmpty());
            if (step % 50 == 0) {
                assertThat(new ArrayList<>(holding.holds())).isEqualTo(new ArrayList<>(expected.values()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void findsJobsAndWhoseTimeIsOver(long seed) {
        var random = new Random(seed);
        var table = new HoldingTable();
        var overruns = new Overruns();
        TreeMap<JobId, Holding> expected = new TreeMap<>();
        for (int step = 0; step < 3_000; step++) {
            var job = new JobId(1 + random.nextInt(300));
            Holding present = expected.get(job);
            if (present == null) {
                Holding holding = holding(
                        job.value(),
                        1 + random.nextInt(100),
                        random.nextInt(4) == 0 ? BookingKind.RESERVATION : BookingKind.ALLOCATION);
                holding.put(new Hold(random.nextInt(20), 1, true, Hold.NOTHING));
                expected.put(job, holding);
                table.put(holding);
                overruns.add(holding);
            } else if (present.booking().kind() == BookingKind.RESERVATION && random.nextBoolean()) {
                present.become(BookingKind.ALLOCATION);
                overruns.add(present);
            } else {
                expected.remove(job);
                table.remove(job);
                overruns.remove(present);
            }
            check(table, overruns, expected, random, "seed " + seed + ", step " + step);
        }
    }

    private static void check(
            HoldingTable table, Overruns overruns, Map<JobId, Holding> expected, Random random, String context) {
        var asked = new JobId(1 + random.nextInt(300));
        assertThat(table.find(asked)).as(context).isSameAs(expected.get(asked));
        List<Holding> all = table.all();
        assertThat(all).as(context).containsExactlyElementsOf(expected.values());
        overruns.checkInvariants(all);
        int v = random.nextInt(20);
        long nowSec = random.nextInt(110);
        assertThat(overruns.within(v, nowSec))
                .as(context)
                .isEqualTo(all.stream()
                        .anyMatch(holding -> holding.booking().kind() == BookingKind.ALLOCATION
                                && holding.booking().window().endSec() <= nowSec
                                && holding.at(v) != null));
    }

    private static Holding holding(long job, long endSec, BookingKind kind) {
        return new Holding(new Booking(new JobId(job), kind, new TimeWindow(0, endSec)));
    }
}
