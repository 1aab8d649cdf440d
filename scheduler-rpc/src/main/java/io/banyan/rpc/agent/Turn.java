package io.banyan.rpc.agent;

import io.banyan.instance.Decision;
import io.banyan.instance.Effect;
import io.banyan.instance.JobRecord;
import io.banyan.instance.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came of one event.
 *
 * @param atMillis when it happened
 * @param effects in order
 * @param requestId of the request that it was; empty for anything else
 */
record Turn(long atMillis, List<Effect> effects, String requestId) {

    /** The decisions among the effects; empty where nothing was decided. */
    Optional<Transaction> transaction() {
        List<Decision> decisions = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Append append) {
                decisions.add(append.decision());
            }
        }
        return decisions.isEmpty() ? Optional.empty() : Optional.of(new Transaction(atMillis, decisions));
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
