package io.banyan.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.transport.ServerTls.Validity;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests what a daemon says about its certificate when it takes it up. */
class EndingCertificateTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static String said(Duration since, Duration left) {
        return ServerTls.ending(new Validity(NOW.minus(since), NOW.plus(left)), NOW);
    }

    @Test
    void oneThatHasEndedOrEndsSoonIsWarnedOf() {
        assertThat(said(Duration.ofDays(90), Duration.ofDays(-1))).startsWith("expired at 2026-02-28T12:00:00Z");
        assertThat(said(Duration.ofDays(90), Duration.ofDays(13))).startsWith("ends at 2026-03-14T12:00:00Z");
        assertThat(said(Duration.ofDays(-1), Duration.ofDays(90))).startsWith("is valid from 2026-03-02T12:00:00Z on");
        assertThat(said(Duration.ofDays(1), Duration.ofDays(15))).isEmpty();
    }
}
