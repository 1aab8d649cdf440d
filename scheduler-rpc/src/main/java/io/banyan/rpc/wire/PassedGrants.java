package io.banyan.rpc.wire;

import io.banyan.instance.message.value.Grant;
import java.lang.ref.WeakReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages from which the latest grants were read. A level passes most grants on unchanged, and need not write them
 * again; a changed grant is another object. Any thread may call.
 */
final class PassedGrants {
    private static final int REMEMBERED = 16;
    private static final @Nullable Passed[] LATEST = new @Nullable Passed[REMEMBERED];
    private static int next;

    private PassedGrants() {}

    static synchronized void remember(Grant grant, io.banyan.v1.Grant message) {
        LATEST[next] = new Passed(new WeakReference<>(grant), message);
        next = (next + 1) % REMEMBERED;
    }

    static synchronized Optional<io.banyan.v1.Grant> messageOf(Grant grant) {
        for (Passed passed : LATEST) {
            if (passed != null && passed.grant.refersTo(grant)) {
                return Optional.of(passed.message);
            }
        }
        return Optional.empty();
    }

    private record Passed(WeakReference<Grant> grant, io.banyan.v1.Grant message) {}
}
