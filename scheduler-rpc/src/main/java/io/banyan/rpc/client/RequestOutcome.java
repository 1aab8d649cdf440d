package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;

/**
 * The outcome of a request for resources.
 *
 * @param <A> the answer of a success
 */
public sealed interface RequestOutcome<A> {
    /** Yes. */
    record Done<A>(A answer) implements RequestOutcome<A> {}

    /** No, with the reasons of every level that was asked. */
    record Refused<A>(Answer.Refused refusal) implements RequestOutcome<A> {}
}
