package io.banyan.rpc.execute;

import io.banyan.resource.JobId;
import io.banyan.rpc.wire.client.SignalMessages;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Signals for the processes of jobs that run. Any thread may call. */
public final class JobSignals {
    private final Map<JobId, TaskProcesses> byJob = new ConcurrentHashMap<>();

    /** A job runs from now on, with these processes. */
    void begun(JobId job, TaskProcesses processes) {
        byJob.put(job, processes);
    }

    /** A job does not run any more; nothing where another run of it has begun. */
    void ended(JobId job, TaskProcesses processes) {
        byJob.remove(job, processes);
    }

    /**
     * Sends a signal to a job that runs. O(processes of the machine).
     *
     * @throws IOException with a part of a sentence, if no process gets it
     */
    public void send(SignalMessages.Wanted wanted) throws IOException {
        Optional.ofNullable(byJob.get(wanted.job()))
                .orElseThrow(() -> new IOException("no process of the job is running"))
                .send(wanted.signal(), wanted.isFirstOnly());
    }
}
