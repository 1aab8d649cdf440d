package io.banyan.cli.workflow;

import picocli.CommandLine.Option;

/** The option for the batch scheduler of workflows. */
final class BatchOption {
    @Option(
            names = "--batch",
            paramLabel = "NAME",
            description = "Batch scheduler: banyan, the daemon that the options name; or slurm or slurm=PARTITION, the "
                    + "Slurm of this machine (default ${DEFAULT-VALUE}).")
    private String batch = ServedBatch.BANYAN;

    /** Returns the word for the scheduler. */
    String name() {
        return batch;
    }
}
