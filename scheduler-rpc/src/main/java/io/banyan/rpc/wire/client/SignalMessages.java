package io.banyan.rpc.wire.client;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.SignalReply;
import io.banyan.v1.SignalRequest;
import java.util.Objects;

/** Signals for jobs, as messages. */
public final class SignalMessages {
    private SignalMessages() {}

    /**
     * A signal for a job that runs.
     *
     * @param isFirstOnly whether only the first process of each task gets it
     */
    public record Wanted(JobId job, JobSignal signal, boolean isFirstOnly) {
        /** Checks that nothing is missing. */
        public Wanted {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(signal, "signal");
        }
    }

    /** The request. */
    public static SignalRequest write(Wanted wanted) {
        return SignalRequest.newBuilder()
                .setJob(wanted.job.value())
                .setSignal(wanted.signal.name())
                .setFirstOnly(wanted.isFirstOnly)
                .build();
    }

    /** The request. */
    public static Wanted read(SignalRequest message) throws WireException {
        return CheckedMessage.value(() ->
                new Wanted(new JobId(message.getJob()), JobSignal.parse(message.getSignal()), message.getFirstOnly()));
    }

    /** The answer: the job that got it. */
    public static SignalReply write(JobRecord job) {
        return SignalReply.newBuilder().setJob(RecordMessages.write(job)).build();
    }
}
