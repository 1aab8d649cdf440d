package io.banyan.rpc.pmi;

import java.util.OptionalInt;

/** Observer of the ranks of a job. Any thread may call it. */
public interface PmiWatcher {
    /**
     * A rank was lost or has aborted, so that the job must end. Called once.
     *
     * @param status with which the job is to end; empty where the status of its processes says more
     * @param reason one sentence without a full stop
     */
    void ended(OptionalInt status, String reason);

    /** Some ranks keep the others waiting. The sentence has no full stop. */
    void waits(String sentence);
}
