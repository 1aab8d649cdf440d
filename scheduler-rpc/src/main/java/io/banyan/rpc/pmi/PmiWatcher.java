package io.banyan.rpc.pmi;

import java.util.OptionalInt;

/** Hears of the ranks of a job. It is called from any thread, and must not block. */
public interface PmiWatcher {
    /**
     * A rank was lost or has aborted, so that the job is to end. Only the first time is told.
     *
     * @param status with which the job is to end; empty where the status of its processes says more
     * @param reason one sentence without a full stop
     */
    void ended(OptionalInt status, String reason);

    /** Some ranks are waited for by the others, for long. The sentence has no full stop. */
    void waits(String sentence);
}
