package io.banyan.rpc.execute;

import io.banyan.rpc.launch.LaunchTemplate;
import java.util.Optional;

/**
 * How a daemon runs what jobs are submitted for.
 *
 * @param kind whether it does
 * @param command what starts each process of a job on its host; empty where all are started on this machine
 * @param hooks what runs before and after
 */
public record ExecutionConfig(Execution kind, Optional<LaunchTemplate> command, Hooks hooks) {
    /** As processes of this machine. */
    public static final ExecutionConfig LOCAL = new ExecutionConfig(Execution.LOCAL, Optional.empty(), Hooks.NONE);
    /** Not at all. */
    public static final ExecutionConfig MOCK = new ExecutionConfig(Execution.MOCK, Optional.empty(), Hooks.NONE);

    /** The same with something around each job. */
    public ExecutionConfig with(Hooks around) {
        return new ExecutionConfig(kind, command, around);
    }

    /** The same where each process is started by a command. */
    public ExecutionConfig by(LaunchTemplate template) {
        return new ExecutionConfig(kind, Optional.of(template), hooks);
    }
}
