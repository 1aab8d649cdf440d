package io.banyan.rpc.daemon;

import io.banyan.instance.Effect;
import io.banyan.instance.Event;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;

/** Stands for what a daemon does not have. */
final class Absent {
    private static final String NO_PROVIDER = "this instance has no provider";

    /** Nobody hears what the root of a tree says upward. */
    static final Outlets.ToParent PARENT = message -> {};

    private Absent() {}

    /** Refuses everything, as an instance expects of a provider that is not there. */
    static Outlets.Providers provider(Inbox inbox) {
        return new Outlets.Providers() {
            @Override
            public void call(Effect.CallProvider call) {
                inbox.tell(new Event.ProviderAnswered(
                        call.request().requestId(), new ProvisionResult.Refused(NO_PROVIDER)));
            }

            @Override
            public void release(Effect.ReleaseProvider release) {
                inbox.tell(new Event.ProviderReleased(release.returnId(), release.requestId(), NO_PROVIDER));
            }
        };
    }
}
