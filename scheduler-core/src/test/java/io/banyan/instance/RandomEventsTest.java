package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever clients, children, parents and providers say, in whatever order: an instance answers, and every invariant
 * holds. An exception here would stop a daemon, since what was journaled may be less than what was done.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomEventsTest {
    private static final int RUNS = 250;
    private static final int EVENTS = 60;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void everythingIsAnsweredAndNothingBreaks(int seed) {
        for (int run = 0; run < RUNS; run++) {
            var random = new RandomEvents(new Random(seed * 10_000L + run));
            var told = new ArrayList<String>();
            try {
                Instance instance = random.next(2) == 0 ? random.child() : RandomEvents.root(random.rootConfig());
                var open = new ArrayList<Effect>();
                long now = 1_000;
                for (int i = 0; i < EVENTS; i++) {
                    now += random.next(4) == 0 ? random.next(20_000) : 0;
                    Event event = open.isEmpty() || random.next(2) == 0 ? random.event(i) : random.answer(open);
                    told.add(event.toString());
                    open.addAll(instance.on(event, now));
                    instance.checkInvariants();
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", run " + run + ", after " + told.getLast(), e);
            }
            assertThat(told).hasSize(EVENTS);
        }
    }
}
