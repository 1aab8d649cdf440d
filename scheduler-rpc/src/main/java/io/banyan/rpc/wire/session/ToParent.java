package io.banyan.rpc.wire.session;

import io.banyan.instance.message.level.UpMessage;

/** A message of an instance to its parent: its own, or the answer to a relayed call. */
public sealed interface ToParent permits ToParent.Own, Relayed.Answer {
    /** A message of the instance itself. */
    record Own(UpMessage message) implements ToParent {}
}
