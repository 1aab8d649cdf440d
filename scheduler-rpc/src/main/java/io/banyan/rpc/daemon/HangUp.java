package io.banyan.rpc.daemon;

import io.banyan.rpc.process.Signals;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handler of the signal SIGHUP. */
final class HangUp {
    private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);
    private static final String NAME = "HUP";

    private final @Nullable Signals signal;

    private HangUp(@Nullable Signals signal) {
        this.signal = signal;
    }

    /**
     * From now on the signal runs this, on a thread of its own. Where this machine has no such signal, a warning is
     * logged.
     */
    static HangUp runs(Runnable action) {
        try {
            return new HangUp(Signals.on(NAME, action));
        } catch (UnsupportedOperationException e) {
            LOG.warn(
                    "This platform has no signal SIGHUP, so the configuration is read only at the start: {}",
                    e.getMessage());
            return new HangUp(null);
        }
    }

    /** Restores the earlier effect of the signal. */
    void close() {
        if (signal != null) {
            try {
                signal.close();
            } catch (UnsupportedOperationException e) {
                LOG.warn("The previous handler of SIGHUP was not restored", e);
            }
        }
    }
}
