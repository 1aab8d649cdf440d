package io.banyan.rpc.execute;

import io.banyan.instance.message.client.JobAnswer;
import java.io.IOException;

/** A source of the state and the resources of one job, according to the instance. */
interface JobSource {
    /**
     * The state of a job.
     *
     * @param slots the number of slots with which a malleable job runs; 0 for other jobs
     */
    record Known(JobAnswer.JobInfo info, long slots) {}

    /** Reports that the epilog begins. */
    void epilogStarts();

    Known known() throws IOException, InterruptedException;

    /** The current resources of the job as R. */
    String resources() throws IOException, InterruptedException;

    /** The current resources of the job as JGF. */
    String graph() throws IOException, InterruptedException;

    /** Whether the instance's graph has GPUs. */
    boolean hasGpus() throws IOException, InterruptedException;

    /** Whether the instance has exactly one node. */
    boolean isOneNode() throws IOException, InterruptedException;
}
