package io.banyan.cli.slurm;

import io.banyan.cli.request.ForeignOptions;
import java.util.List;

/** One of Slurm's commands that reads its arguments by the table of Slurm's options for jobs. */
interface RawTool {
    /**
     * Runs it, and returns its exit status.
     *
     * @throws SlurmFailure where it fails
     */
    int run(List<String> arguments);

    /** The table of its options. */
    ForeignOptions options();
}
