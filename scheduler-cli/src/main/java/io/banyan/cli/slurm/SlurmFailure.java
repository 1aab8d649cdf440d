package io.banyan.cli.slurm;

import java.io.Serial;

/** Ends one of Slurm's commands with status 1 and a message on standard error, behind the name of the command. */
final class SlurmFailure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    SlurmFailure(String message) {
        super(message);
    }

    /** There is no such job. Tools look for these words. */
    static SlurmFailure noSuchJob() {
        return new SlurmFailure("slurm_load_jobs error: Invalid job id specified");
    }
}
