package io.banyan.rpc.agent;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.match.policy.MatchOperation;

/** Observes an agent, on the deciding thread; it must not block. */
public interface AgentWatch {
    /** Hears and forgets. */
    AgentWatch NONE = new AgentWatch() {};

    /** A client's match was decided on, and this is its answer. */
    default void matched(MatchOperation operation, Answer answer, long nanos) {}

    /** The queue of jobs was looked at, once or again, for one event. */
    default void passed(long nanos) {}

    /** A grow brought something, by this way. */
    default void grown(GrowRoute source) {}

    /** A grow of a client or a child brought nothing. */
    default void growRefused() {}

    /** Decisions were appended to the journal, with one sync. */
    default void appended(int transactions, long nanos) {}
}
