package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;

/** The outcome of a shrink. */
public sealed interface ShrinkOutcome {
    /** The resources are free where they came from. */
    record Done(Answer.Shrunk shrunk) implements ShrinkOutcome {}

    /** Nothing was given back, since jobs use some of it. */
    record InUse(Answer.InUse use) implements ShrinkOutcome {}
}
