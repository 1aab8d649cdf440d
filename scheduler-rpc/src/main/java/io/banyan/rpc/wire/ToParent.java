package io.banyan.rpc.wire;

import io.banyan.instance.UpMessage;

/** What an instance sends to its parent: of its own, or the answer to a call that was passed on to it. */
public sealed interface ToParent permits ToParent.Own, Relayed.Answer {
    /** Of its own. */
    record Own(UpMessage message) implements ToParent {}
}
