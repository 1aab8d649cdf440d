package io.banyan.rpc.execute;

import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.pmi.PmiSetting;
import java.util.Optional;

/**
 * The configuration of the processes of submitted jobs.
 *
 * @param kind whether they are run
 * @param command the command that starts each process of a job on its host; empty if all are started on this machine
 * @param hooks the prolog and the epilog
 * @param confinement of each job to its resources, if all are started on this machine
 * @param pmi whether its tasks are served as ranks of MPI programs
 */
public record ExecutionConfig(
        Execution kind, Optional<LaunchTemplate> command, Hooks hooks, Confinement confinement, PmiSetting pmi) {
    /** The configuration that runs jobs as processes of this machine. */
    public static final ExecutionConfig LOCAL =
            new ExecutionConfig(Execution.LOCAL, Optional.empty(), Hooks.NONE, Confinement.DEFAULT, PmiSetting.AUTO);
    /** Not at all. */
    public static final ExecutionConfig MOCK =
            new ExecutionConfig(Execution.MOCK, Optional.empty(), Hooks.NONE, Confinement.DEFAULT, PmiSetting.AUTO);

    /** Returns the configuration with hooks around each job. */
    public ExecutionConfig with(Hooks around) {
        return new ExecutionConfig(kind, command, around, confinement, pmi);
    }

    /** Returns the configuration in which a command starts each process. */
    public ExecutionConfig by(LaunchTemplate template) {
        return new ExecutionConfig(kind, Optional.of(template), hooks, confinement, pmi);
    }

    /** Returns the configuration in which each job is confined to its resources in the given way. */
    public ExecutionConfig confined(Confinement how) {
        return new ExecutionConfig(kind, command, hooks, how, pmi);
    }

    /** Returns the configuration in which the ranks of jobs are served in the given way. */
    public ExecutionConfig serving(PmiSetting how) {
        return new ExecutionConfig(kind, command, hooks, confinement, how);
    }
}
