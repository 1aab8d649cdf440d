package io.banyan.rpc.relay;

import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.RelayedCall;

/** Takes calls that are to be passed on. Any thread may call; no call blocks. */
@FunctionalInterface
public interface CallForwarder {
    /** Passes nothing on. */
    CallForwarder NONE = (call, answer) -> {
        answer.end(Failure.NOT_FOUND.because("This instance forwards no calls."));
        return Passed.OVER;
    };

    /** Serves a call, or passes it on to where it is served. */
    Passed pass(RelayedCall call, AnswerTo answer);
}
