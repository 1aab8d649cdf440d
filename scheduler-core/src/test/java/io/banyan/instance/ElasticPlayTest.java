package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.journal.JournalVerifier;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever jobs come under the policy that stops some: all of them end, and who hears of the journal decides the same.
 */
class ElasticPlayTest {
    private static final int RUNS = 9;
    private static final List<String> QUEUES = List.of("fcfs", "easy", "conservative");
    private static final List<Long> GAPS = List.of(0L, 10L, 60L);

    private static ElasticPlay played(String policy, int run, long seed, boolean stopping) {
        String queue = QUEUES.get(run % QUEUES.size());
        var play = new ElasticPlay(queue, policy, GAPS.get(run / QUEUES.size() % GAPS.size()), seed * 1_000 + run);
        play.play(new SplittableRandom(seed * 1_000 + run), stopping);
        return play;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void allComeToTheirEndsAndTheSameIsDecidedAgain(long seed) {
        int stops = 0;
        for (int run = 0; run < RUNS; run++) {
            ElasticPlay play = played("benefit", run, seed, true);
            stops += play.stops();
            var verifier = new JournalVerifier(ElasticPlay::founded, 0);
            play.journal().forEach(verifier::accept);
            assertThat(verifier.report().difference()).as(play.toString()).isEmpty();
        }
        assertThat(stops).as("there is something to see").isGreaterThan(RUNS / 2);
    }

    /** The decisions are the same as before there was any stopping. */
    @ParameterizedTest
    @ValueSource(longs = {1})
    void whereNobodyCanBeStoppedTheSameIsDecidedAsByThePolicyThatStopsNobody(long seed) {
        for (int run = 0; run < RUNS; run++) {
            ElasticPlay play = played("benefit", run, seed, false);
            assertThat(play.decisions())
                    .as(play.toString())
                    .isEqualTo(played("benefit-no-stop", run, seed, false).decisions());
        }
    }
}
