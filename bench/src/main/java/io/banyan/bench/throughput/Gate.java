package io.banyan.bench.throughput;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job that has all there is, so that the others wait until it is cancelled. */
final class Gate {
    /** A gate that is always open. */
    static final Gate NONE = new Gate(null, Optional.empty());

    private final @Nullable BanyanClient client;
    private final Optional<JobId> job;

    private Gate(@Nullable BanyanClient client, Optional<JobId> job) {
        this.client = client;
        this.job = job;
    }

    /** Prevents all other jobs from starting from now on. */
    static Gate close(BanyanClient client, Jobspec all) throws ClientException {
        RequestOutcome<JobAnswer.Submitted> outcome =
                client.queueing().submit(new JobRequest.Submit(all, "gate", Submission.USUAL_URGENCY));
        if (outcome instanceof RequestOutcome.Done<JobAnswer.Submitted>(JobAnswer.Submitted answer)
                && answer.job().state() == JobState.RUNNING) {
            return new Gate(client, Optional.of(answer.job().id()));
        }
        throw new IllegalStateException("There is no room for a job that is to have all: " + outcome);
    }

    /** The job, if there is one. */
    Optional<JobId> job() {
        return job;
    }

    void open() throws ClientException {
        if (client != null) {
            client.cancel(new JobRequest.Cancel(job.orElseThrow()));
        }
    }
}
