package io.banyan.fake.ec2;

import java.time.Instant;
import java.util.Map;

/**
 * An instance of the fake, as it is now.
 *
 * @param market {@code spot} or {@code on-demand}
 * @param state as EC2 calls it: {@code pending}, {@code running}, {@code shutting-down}, {@code terminated}
 */
public record FakeInstance(
        String id,
        String type,
        String zone,
        String market,
        String state,
        String host,
        Instant launched,
        Map<String, String> tags) {
    /** Copies the tags. */
    public FakeInstance {
        tags = Map.copyOf(tags);
    }

    /** Whether it costs money. */
    public boolean isAlive() {
        return state.equals("pending") || state.equals("running");
    }

    FakeInstance in(String newState) {
        return new FakeInstance(id, type, zone, market, newState, host, launched, tags);
    }
}
