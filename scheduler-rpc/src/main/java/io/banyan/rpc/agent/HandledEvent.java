package io.banyan.rpc.agent;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one event.
 *
 * @param event the event
 * @param nextJob the number that the next job would have got before it
 * @param atMillis its time; for the instance it may be later, if the clock was set back
 * @param effects in order
 * @param isToBeTold whether it is journaled even without a decision
 * @param requestId of the request that it was; empty for anything else
 */
record HandledEvent(
        Event event, JobId nextJob, long atMillis, List<Effect> effects, boolean isToBeTold, String requestId) {

    /** The decisions among the effects; empty where nothing was decided, and that does not matter. */
    Optional<Transaction> transaction() {
        List<Decision> decisions = new ArrayList<>();
        long at = atMillis;
        for (Effect effect : effects) {
            if (effect instanceof Effect.Append append) {
                decisions.add(append.decision());
                at = append.atMillis();
            }
        }
        var cause = new JournalCause.Happened(event, nextJob);
        return decisions.isEmpty() && !cause.isEnd() && !isToBeTold
                ? Optional.empty()
                : Optional.of(new Transaction(at, decisions, Optional.of(cause)));
    }

    /** Adds the jobs that are over by it. */
    void addEnded(List<JobRecord> ended) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Archive archive) {
                ended.add(archive.job());
            }
        }
    }
}
