package io.banyan.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Spans at random in a short time, and at both ends of a hundred years. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 140",
        "2, 0, 140",
        "3, 100, 60",
        "4, 0, 20",
        "5, 0, 3153600000",
        "6, 3153599900, 100",
        "7, 0, 1000",
        "8, 5, 3"
    })
    void agreesWithANaiveListOfSpans(long seed, long begin, long length) {
        var comparison = new Comparison(new Random(seed), begin, begin + length);
        for (int step = 0; step < 600; step++) {
            comparison.step("seed " + seed + ", step " + step);
        }
        comparison.end();
    }

    /** The planner and the naive one, told the same things. */
    private static final class Comparison {

        private final Random random;
        private final long begin;
        private final long limit;
        private final Planner planner = new Planner(8, 5, 1_000);
        private final NaivePlanner naive = new NaivePlanner(new long[] {8, 5, 1_000});

        Comparison(Random random, long begin, long limit) {
            this.random = random;
            this.begin = begin;
            this.limit = limit;
        }

        void step(String context) {
            TimeWindow window = window();
            long[] amounts = amounts();
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> remove();
                case 3 -> reduce();
                case 4 -> increase(context);
                case 5 -> resize(random.nextInt(naive.dimensions()), random.nextInt(3) - 1);
                case 6 -> addDimension();
                default -> add(window, amounts, context);
            }
            planner.checkInvariants();
            compare(context);
        }

        private TimeWindow window() {
            long start = begin + (long) (random.nextDouble() * (limit - begin));
            long duration = 1 + (long) (random.nextDouble() * Math.min(limit - begin, random.nextInt(100) + 1));
            return TimeWindow.startingAt(start, duration, limit);
        }

        private long[] amounts() {
            var amounts = new long[naive.dimensions()];
            for (int d = 0; d < amounts.length; d++) {
                amounts[d] = random.nextInt(d == 0 ? 4 : 3);
            }
            return amounts;
        }

        private void add(TimeWindow window, long[] amounts, String context) {
            assertThat(planner.fits(window, amounts)).as(context).isEqualTo(naive.fits(window, amounts));
            if (naive.fits(window, amounts)) {
                planner.add(window, amounts);
                naive.add(new NaivePlanner.Span(window, amounts));
            } else {
                String before = planner.toString();
                assertThatThrownBy(() -> planner.add(window, amounts)).isInstanceOf(IllegalStateException.class);
                assertThat(planner).as(context).hasToString(before);
            }
        }

        private NaivePlanner.Span any() {
            return naive.spans().get(random.nextInt(naive.spans().size()));
        }

        private void remove() {
            if (!naive.spans().isEmpty()) {
                NaivePlanner.Span span = any();
                planner.remove(span.window, span.amounts);
                naive.remove(span);
            }
        }

        private void reduce() {
            if (!naive.spans().isEmpty()) {
                NaivePlanner.Span span = any();
                long[] part = Arrays.stream(span.amounts)
                        .map(amount -> random.nextLong(amount + 1))
                        .toArray();
                planner.reduce(span.window, part);
                for (int d = 0; d < part.length; d++) {
                    span.amounts[d] -= part[d];
                }
            }
        }

        private void increase(String context) {
            if (!naive.spans().isEmpty()) {
                NaivePlanner.Span span = any();
                long[] more = amounts();
                if (naive.fits(span.window, more)) {
                    planner.increase(span.window, more);
                    for (int d = 0; d < more.length; d++) {
                        span.amounts[d] += more[d];
                    }
                } else {
                    String before = planner.toString();
                    assertThatThrownBy(() -> planner.increase(span.window, more))
                            .isInstanceOf(IllegalStateException.class);
                    assertThat(planner).as(context).hasToString(before);
                }
            }
        }

        private void resize(int dimension, long delta) {
            if (naive.free(dimension, new TimeWindow(begin, limit)) + delta >= 0) {
                planner.resize(dimension, delta);
                naive.resize(dimension, delta);
            }
        }

        private void addDimension() {
            if (naive.dimensions() < 6) {
                planner.addDimension(7);
                naive.addDimension(7);
            }
        }

        private void compare(String context) {
            TimeWindow window = window();
            long[] needs = amounts();
            for (int d = 0; d < naive.dimensions(); d++) {
                assertThat(planner.freeDuring(d, window)).as(context).isEqualTo(naive.free(d, window));
                for (long sec : new long[] {window.startSec(), begin, limit - 1, limit}) {
                    assertThat(planner.freeAt(d, sec)).as(context).isEqualTo(naive.freeAt(d, sec));
                }
            }
            assertThat(planner.earliest(window.startSec(), window.durationSec(), limit, needs))
                    .as(context)
                    .isEqualTo(naive.earliest(window.startSec(), window.durationSec(), limit, needs));
            for (long sec : new long[] {window.startSec(), begin - 1, limit}) {
                assertThat(planner.nextPoint(sec)).as(context).isEqualTo(naive.nextPoint(sec));
            }
        }

        void end() {
            while (!naive.spans().isEmpty()) {
                remove();
            }
            assertThat(planner.isEmpty()).isTrue();
        }
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
