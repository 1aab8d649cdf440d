package io.banyan.rpc;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives every wait without a limit of its own a minute instead of Awaitility's ten seconds: on a busy machine a process
 * can take longer than that to start. JUnit finds this extension by its service file, also in modules that use the
 * tests of this one.
 */
public final class PatientWaits implements BeforeAllCallback {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
