package io.banyan.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Planners with thousands of points. */
class LargePlannerTest {

    private static final long LIMIT = 1_000_000;
    private static final long[] NOW_AND_LATER = {1, 2, 1};

    /** How spans lie in time. */
    enum Shape {
        /** All begin now and end at different times: jobs that run. */
        RUNNING,
        /** One after the other, each a little later than the one before. */
        QUEUED,
        /** Queued windows, the last first. */
        BACKWARDS,
        /** Anywhere. */
        SCATTERED,
        /** At few different times, so that spans share their points. */
        COARSE;

        TimeWindow window(int i, Random random) {
            return switch (this) {
                case RUNNING -> new TimeWindow(10, 11 + random.nextInt(900_000));
                case QUEUED -> new TimeWindow(20L * i, 20L * i + 5 + random.nextInt(50));
                case BACKWARDS -> new TimeWindow(900_000 - 20L * i, 900_005 - 20L * i + random.nextInt(50));
                case SCATTERED -> {
                    long start = random.nextInt(900_000);
                    yield new TimeWindow(start, start + 1 + random.nextInt(random.nextBoolean() ? 100 : 90_000));
                }
                case COARSE -> {
                    long start = 1_000L * random.nextInt(300);
                    yield new TimeWindow(start, start + 1_000L * (1 + random.nextInt(300)));
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void answersAsOneSortedArrayDoes(Shape shape) {
        long seed = 7;
        var random = new Random(seed);
        var planner = new Planner(0x4000_0000L, 9_000, 500);
        var flat = new FlatPlanner(0x4000_0000L, 9_000, 500);
        List<NaivePlanner.Span> spans = new ArrayList<>();
        for (int step = 0; step < 6_000; step++) {
            String context = shape + ", seed " + seed + ", step " + step;
            boolean growing = step < 3_000 ? random.nextInt(4) > 0 : random.nextInt(4) == 0;
            if (growing) {
                add(planner, flat, spans, shape.window(step, random), random, context);
            } else if (!spans.isEmpty()) {
                remove(planner, flat, spans, random);
            }
            compare(planner, flat, shape.window(random.nextInt(3_000), random), random, context);
            if (step % 20 == 0) {
                planner.checkInvariants();
                assertThat(planner).as(context).hasToString(flat.toString().replace("Flat", ""));
            }
        }
        while (!spans.isEmpty()) {
            remove(planner, flat, spans, random);
        }
        assertThat(planner.isEmpty()).isTrue();
        planner.checkInvariants();
    }

    private static void add(
            Planner planner,
            FlatPlanner flat,
            List<NaivePlanner.Span> spans,
            TimeWindow window,
            Random random,
            String context) {
        var amounts = new long[] {1, random.nextInt(12), random.nextInt(4) == 0 ? random.nextInt(60) : 0};
        assertThat(planner.fits(window, amounts)).as(context).isEqualTo(flat.fits(window, amounts));
        if (flat.fits(window, amounts)) {
            planner.add(window, amounts);
            flat.add(window, amounts);
            spans.add(new NaivePlanner.Span(window, amounts));
        }
    }

    private static void remove(Planner planner, FlatPlanner flat, List<NaivePlanner.Span> spans, Random random) {
        int at = random.nextInt(spans.size());
        NaivePlanner.Span span = spans.get(at);
        long[] amounts = span.amounts;
        if (random.nextInt(5) == 0) {
            var part = new long[] {0, amounts[1] / 2, 0};
            planner.reduce(span.window, part);
            flat.reduce(span.window, part);
            amounts = new long[] {amounts[0], amounts[1] - part[1], amounts[2]};
        }
        planner.remove(span.window, amounts);
        flat.remove(span.window, amounts);
        spans.set(at, spans.getLast());
        spans.removeLast();
    }

    private static void compare(Planner planner, FlatPlanner flat, TimeWindow window, Random random, String context) {
        for (int d = 0; d < 3; d++) {
            assertThat(planner.freeDuring(d, window)).as(context).isEqualTo(flat.freeDuring(d, window));
            assertThat(planner.freeAt(d, window.endSec())).as(context).isEqualTo(flat.freeAt(d, window.endSec()));
        }
        assertThat(planner.points()).as(context).isEqualTo(flat.points());
        assertThat(planner.nextPoint(window.startSec())).as(context).isEqualTo(flat.nextPoint(window.startSec()));
        var needs = new long[] {0, random.nextInt(9_100), random.nextInt(510)};
        long durationSec = 1L + random.nextInt(random.nextBoolean() ? 100 : 200_000);
        assertThat(planner.earliest(window.startSec(), durationSec, LIMIT, needs))
                .as(context)
                .isEqualTo(flat.earliest(window.startSec(), durationSec, LIMIT, needs));
    }

    /**
     * A span writes its two ends: at most two leaves and the branches above them, and each of the latter can split. Six
     * levels hold more than 100,000 points; a leaf or branch of three dimensions is less than 2 KiB.
     */
    @Test
    void allocatesByTheHeightOfTheTreeAndNotByThePoints() {
        var planner = new Planner(0x4000_0000L, 1_000_000, 1_000_000);
        for (int i = 0; i < 50_000; i++) {
            planner.add(new TimeWindow(0, 1_000 + (i * 7_919L) % 1_000_003), NOW_AND_LATER);
        }
        assertThat(planner.points()).isGreaterThan(49_000);
        long before = allocated();
        for (int i = 0; i < 1_000; i++) {
            var window = new TimeWindow(0, 2_000_000 - i);
            planner.add(window, NOW_AND_LATER);
            assertFound(planner, window);
            planner.remove(window, NOW_AND_LATER);
        }
        assertThat((allocated() - before) / 1_000).isLessThan(2 * 6 * 2_048);
        planner.checkInvariants();
    }

    private static void assertFound(Planner planner, TimeWindow window) {
        if (planner.nextPoint(window.endSec() - 1) != window.endSec()) {
            throw new AssertionError(planner.nextPoint(window.endSec() - 1));
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
