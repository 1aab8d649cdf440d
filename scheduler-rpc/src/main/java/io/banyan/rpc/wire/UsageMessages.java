package io.banyan.rpc.wire;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.resource.JobId;
import io.banyan.v1.UsageReply;
import io.banyan.v1.UsageRequest;
import io.banyan.v1.UsageSource;
import java.util.Optional;
import java.util.OptionalLong;

/** The processor time and memory that jobs used, as messages. */
public final class UsageMessages {
    private UsageMessages() {}

    /**
     * A job with its usage, so far or in total.
     *
     * @param usage empty if it was not measured
     */
    public record Measured(JobRecord job, Optional<JobUsage> usage) {}

    /** The question. */
    public static UsageRequest write(JobId job) {
        return UsageRequest.newBuilder().setJob(job.value()).build();
    }

    /** The question. */
    public static JobId read(UsageRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobId(message.getJob()));
    }

    /** The answer. */
    public static UsageReply write(Measured measured) {
        var message = UsageReply.newBuilder().setJob(RecordMessages.write(measured.job));
        measured.usage.ifPresent(usage -> message.setUsage(write(usage)));
        return message.build();
    }

    /** The answer. */
    public static Measured read(UsageReply message) throws WireException {
        return CheckedMessage.value(() -> new Measured(
                RecordMessages.read(message.getJob()),
                message.hasUsage() ? Optional.of(read(message.getUsage())) : Optional.empty()));
    }

    public static io.banyan.v1.JobUsage write(JobUsage usage) {
        var message = io.banyan.v1.JobUsage.newBuilder()
                .setSource(write(usage.source()))
                .setUserMicros(usage.userMicros())
                .setSystemMicros(usage.systemMicros());
        usage.largestProcess().ifPresent(message::setLargestProcessBytes);
        usage.allProcesses().ifPresent(message::setAllProcessesBytes);
        usage.requested().ifPresent(message::setRequestedBytes);
        return message.build();
    }

    public static JobUsage read(io.banyan.v1.JobUsage message) throws WireException {
        JobUsage.Source source = read(message.getSource());
        return CheckedMessage.value(() -> new JobUsage(
                source,
                message.getUserMicros(),
                message.getSystemMicros(),
                message.hasLargestProcessBytes()
                        ? OptionalLong.of(message.getLargestProcessBytes())
                        : OptionalLong.empty(),
                message.hasAllProcessesBytes() ? OptionalLong.of(message.getAllProcessesBytes()) : OptionalLong.empty(),
                message.hasRequestedBytes() ? OptionalLong.of(message.getRequestedBytes()) : OptionalLong.empty()));
    }

    private static UsageSource write(JobUsage.Source source) {
        return switch (source) {
            case CGROUP -> UsageSource.USAGE_SOURCE_CGROUP;
            case PROCESSES -> UsageSource.USAGE_SOURCE_PROCESSES;
        };
    }

    private static JobUsage.Source read(UsageSource source) throws WireException {
        return switch (source) {
            case USAGE_SOURCE_CGROUP -> JobUsage.Source.CGROUP;
            case USAGE_SOURCE_PROCESSES -> JobUsage.Source.PROCESSES;
            case USAGE_SOURCE_UNSPECIFIED, UNRECOGNIZED ->
                throw new WireException("The usage of a job was measured in an unknown way.");
        };
    }
}
