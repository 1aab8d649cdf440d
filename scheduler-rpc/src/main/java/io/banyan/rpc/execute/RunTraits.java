package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.InputOptions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.NestedInstance;
import io.banyan.jobspec.ShellOptions;

/**
 * The properties of a job that decide how its processes are run, from its jobspec.
 *
 * @param hasCheckpoint whether it continues from its checkpoint when it starts again
 * @param readsSubmitter whether its processes read the submitter's input
 * @param hasTerminal whether one of its processes has a terminal
 * @param startsInstance whether it starts a nested instance
 * @param isMalleable whether it can run with other numbers of slots
 */
record RunTraits(
        boolean hasCheckpoint,
        boolean readsSubmitter,
        boolean hasTerminal,
        boolean startsInstance,
        boolean isMalleable) {
    /** The properties of a job that is to start. */
    static RunTraits of(Effect.StartJob start) {
        Jobspec jobspec = start.jobspec();
        InputOptions input = ShellOptions.ofEarlier(jobspec.attributes()).input();
        return new RunTraits(
                Conditions.of(jobspec).checkpoint().isPresent(),
                input.isSubmitters(),
                input instanceof InputOptions.Terminal,
                NestedInstance.of(jobspec).isPresent(),
                Malleability.of(jobspec).isPresent());
    }

    /** Whether it ends with the command that submitted it: a job with an instance that reads the submitter's input. */
    boolean endsWithSubmitter() {
        return readsSubmitter && startsInstance;
    }
}
