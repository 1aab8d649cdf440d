package io.banyan.rpc.parent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    /** Doubled from 100 ms on, and at the most 5 s. */
    private static final List<Integer> WHOLE = List.of(100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000);

    @Test
    void waitsTwiceAsLongEachTimeUpToALimitAndNeverQuiteAsLongAsEverybodyElse() {
        for (int seed = 0; seed < 100; seed++) {
            var backoff = new Backoff(new Random(seed));
            for (int whole : WHOLE) {
                assertThat(backoff.next())
                        .as("seed %d", seed)
                        .isBetween(Duration.ofMillis(whole / 2), Duration.ofMillis(whole));
            }
        }
        long different = IntStream.range(0, 100)
                .mapToObj(seed -> new Backoff(new Random(seed)).next())
                .distinct()
                .count();
        assertThat(different).isGreaterThan(20);
    }

    @Test
    void beginsAnewAfterASuccessAndNeverOverflows() {
        var backoff = new Backoff(new Random(1));
        IntStream.range(0, 100).forEach(it -> assertThat(backoff.next()).isLessThanOrEqualTo(Backoff.LONGEST));
        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(Backoff.FIRST);
    }
}
