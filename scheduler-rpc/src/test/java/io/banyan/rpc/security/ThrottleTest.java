package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Throttle throttle = new Throttle(10, nanos::get);

    @Test
    void aSecondsWorthIsThereAtOnceAndThenOneEachTenth() {
        for (int i = 0; i < 10; i++) {
            assertThat(throttle.take("alice")).isZero();
        }
        assertThat(throttle.take("alice")).isEqualTo(101);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(throttle.take("alice")).isZero();
        assertThat(throttle.take("alice")).isPositive();
    }

    @Test
    void oneClientTakesNothingFromAnother() {
        for (int i = 0; i < 11; i++) {
            throttle.take("alice");
        }
        assertThat(throttle.take("bob")).isZero();
    }

    @Test
    void whoHasBeenSilentIsForgotten() {
        for (int i = 0; i < 1_000; i++) {
            throttle.take("client " + i);
        }
        assertThat(throttle.buckets()).isEqualTo(1_000);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1_001));
        throttle.take("alice");
        assertThat(throttle.buckets()).isEqualTo(1);
    }

    @Test
    void noNumberIsAnyNumber() {
        var free = new Throttle(0, nanos::get);
        for (int i = 0; i < 1_000; i++) {
            assertThat(free.take("alice")).isZero();
        }
    }

    @Test
    void anotherLimitHoldsForTheNextCall() {
        throttle.limitTo(1);
        assertThat(throttle.take("alice")).isZero();
        assertThat(throttle.take("alice")).isGreaterThan(900);
        throttle.limitTo(0);
        assertThat(throttle.take("alice")).isZero();
    }
}
