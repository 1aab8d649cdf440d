package io.banyan.rpc.relay;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.session.RelayedCall;

/** Passes calls on to the children of an instance. Any thread may call; no call blocks. */
@FunctionalInterface
public interface Downward {
    /**
     * Passes a call on to a child; where that cannot be reached, the answer is that.
     *
     * @param path of the child
     */
    Passed pass(JobId child, InstancePath path, RelayedCall call, AnswerTo answer);
}
