package io.banyan.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {

    private static final long LIMIT = 200;

    @Test
    void takesAndGivesBackExactly() {
        var planner = new Planner(10);
        planner.add(new TimeWindow(5, 20), new long[] {4});
        planner.add(new TimeWindow(10, 30), new long[] {6});

        assertThat(planner.freeDuring(0, new TimeWindow(0, 5))).isEqualTo(10);
        assertThat(planner.freeDuring(0, new TimeWindow(0, 11))).isZero();
        assertThat(planner.freeAt(0, 25)).isEqualTo(4);

        planner.remove(new TimeWindow(5, 20), new long[] {4});
        planner.remove(new TimeWindow(10, 30), new long[] {6});
        assertThat(planner.isEmpty()).isTrue();
    }

    @Test
    void refusesMoreThanIsFreeAndChangesNothing() {
        var planner = new Planner(3, 1);
        planner.add(new TimeWindow(0, 10), new long[] {2, 1});
        String before = planner.toString();

        assertThatThrownBy(() -> planner.add(new TimeWindow(5, 15), new long[] {1, 1}))
                .isInstanceOf(IllegalStateException.class);
        assertThat(planner).hasToString(before);
    }

    @Test
    void keepsThePointWhereOneSpanFollowsAnother() {
        var planner = new Planner(2);
        planner.add(new TimeWindow(0, 10), new long[] {1});
        planner.add(new TimeWindow(10, 20), new long[] {1});

        assertThat(planner.nextPoint(0)).isEqualTo(10);
        assertThat(planner.nextPoint(10)).isEqualTo(20);
    }

    @Test
    void findsTheEarliestStartInEveryDimension() {
        var planner = new Planner(4, 2);
        planner.add(new TimeWindow(0, 10), new long[] {4, 0});
        planner.add(new TimeWindow(10, 30), new long[] {0, 2});

        assertThat(planner.earliest(0, 5, LIMIT, new long[] {1, 0})).isEqualTo(10);
        assertThat(planner.earliest(0, 5, LIMIT, new long[] {1, 1})).isEqualTo(30);
        assertThat(planner.earliest(0, 5, LIMIT, new long[] {5, 0})).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithANaiveListOfSpans(long seed) {
        var random = new Random(seed);
        var planner = new Planner(8, 5, 1_000);
        var naive = new NaivePlanner(new long[] {8, 5, 1_000});
        List<NaivePlanner.Span> live = new ArrayList<>();
        for (int step = 0; step < 600; step++) {
            long start = random.nextInt(100);
            var window = new TimeWindow(start, start + 1 + random.nextInt(40));
            long[] amounts = {random.nextInt(4), random.nextInt(3), random.nextInt(2)};
            if (random.nextInt(3) == 0 && !live.isEmpty()) {
                NaivePlanner.Span span = live.remove(random.nextInt(live.size()));
                planner.remove(span.window, span.amounts);
                naive.remove(span);
            } else if (naive.fits(window, amounts)) {
                var span = new NaivePlanner.Span(window, amounts);
                live.add(span);
                planner.add(window, amounts);
                naive.add(span);
            } else {
                assertThat(planner.fits(window, amounts))
                        .as("seed %d step %d", seed, step)
                        .isFalse();
            }
            planner.checkInvariants();
            compare(seed, step, planner, naive, window, amounts);
        }
        for (NaivePlanner.Span span : live) {
            planner.remove(span.window, span.amounts);
        }
        assertThat(planner.isEmpty()).as("seed %d", seed).isTrue();
    }

    private static void compare(
            long seed, int step, Planner planner, NaivePlanner naive, TimeWindow window, long[] needs) {
        for (int d = 0; d < 3; d++) {
            assertThat(planner.freeDuring(d, window))
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(naive.free(d, window));
        }
        assertThat(planner.earliest(window.startSec(), window.durationSec(), LIMIT, needs))
                .as("seed %d step %d", seed, step)
                .isEqualTo(naive.earliest(window.startSec(), window.durationSec(), LIMIT, needs));
    }

    @Test
    void resizesAtAllTimes() {
        var planner = new Planner(4);
        planner.add(new TimeWindow(0, 10), new long[] {4});
        planner.resize(0, 2);

        assertThat(planner.freeAt(0, 5)).isEqualTo(2);
        assertThat(planner.freeAt(0, 15)).isEqualTo(6);
        planner.checkInvariants();
    }
}
