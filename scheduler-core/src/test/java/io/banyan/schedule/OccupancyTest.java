package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OccupancyTest {

    private final Spans.Table table = new Spans.Table();

    private record Span(long job, TimeWindow window, long amount) {}

    /**
     * Few long spans, many that overlap (so that a planner sums them up, and ceases to), and spans one after the other.
     */
    @ParameterizedTest
    @CsvSource({"1, 12, 100", "2, 80, 100", "3, 80, 4", "4, 3, 20", "5, 60, 0"})
    void agreesWithAListOfSpans(long seed, int most, int longestSec) {
        var random = new Random(seed);
        var occupancy = new Occupancy();
        List<Span> spans = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            boolean growing = (step / 250) % 2 == 0;
            if (spans.size() < most && random.nextInt(4) < (growing ? 3 : 1)) {
                // Jobs come in no order of their ids, and several start together.
                long start = longestSec == 0 ? 10L * step : random.nextInt(60);
                var window = new TimeWindow(start, start + 1 + (longestSec == 0 ? 9 : random.nextInt(longestSec)));
                var span = new Span(1 + (step * 7_919L) % 10_007, window, 1 + random.nextInt(9));
                occupancy.add(table, new JobId(span.job), window, span.amount);
                spans.add(span);
            } else if (!spans.isEmpty()) {
                removeOrReduce(occupancy, spans, random);
            }
            compare(occupancy, spans, random, "seed " + seed + ", step " + step);
        }
    }

    private void removeOrReduce(Occupancy occupancy, List<Span> spans, Random random) {
        Span span = spans.remove(random.nextInt(spans.size()));
        if (span.amount > 1 && random.nextInt(4) == 0) {
            occupancy.reduce(table, new JobId(span.job), span.window, 1);
            spans.add(new Span(span.job, span.window, span.amount - 1));
        } else {
            occupancy.remove(table, new JobId(span.job), span.window);
        }
    }

    private static void compare(Occupancy occupancy, List<Span> spans, Random random, String context) {
        long from = spans.isEmpty()
                ? 0
                : spans.get(random.nextInt(spans.size())).window.startSec();
        long start = Math.max(0, from - 20 + random.nextInt(40));
        var window = new TimeWindow(start, start + 1 + random.nextInt(50));
        long most = 0;
        for (long sec = window.startSec(); sec < window.endSec(); sec++) {
            long instant = sec;
            most = Math.max(
                    most,
                    spans.stream()
                            .filter(span -> span.window.contains(instant))
                            .mapToLong(Span::amount)
                            .sum());
        }
        assertThat(occupancy.takenDuring(window)).as(context).isEqualTo(most);
        assertThat(occupancy.jobs())
                .as(context)
                .containsExactlyElementsOf(spans.stream()
                        .sorted(Comparator.comparingLong((Span span) -> span.window.startSec())
                                .thenComparingLong(Span::job))
                        .map(span -> new JobId(span.job))
                        .toList());
        assertThat(occupancy.isEmpty()).as(context).isEqualTo(spans.isEmpty());
    }

    @Test
    void refusesToGiveBackWhatTheJobHasNot() {
        var occupancy = new Occupancy();
        var window = new TimeWindow(0, 10);
        occupancy.add(table, new JobId(3), window, 4);
        assertThatThrownBy(() -> occupancy.remove(table, new JobId(2), window)).hasMessage("Job 2 has no span here.");
        assertThatThrownBy(() -> occupancy.reduce(table, new JobId(3), window, 4))
                .hasMessage("Job 3 has no more than 4 here.");
    }
}
