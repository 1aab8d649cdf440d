package io.banyan.cli.slurm;

import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** The options that all of Slurm's commands have, and that select nothing where there is one cluster. */
final class ToolOptions {
    /**
     * Prints the version of Slurm whose manual describes these commands; tools read it to detect the features of the
     * commands.
     */
    static final class SlurmVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"slurm 22.05.8 (Banyan)"};
        }
    }

    @Option(
            names = {"--help", "--usage"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean unusedHelp;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version of Slurm whose manual describes this command.")
    private boolean unusedVersion;

    @Option(
            names = {"-v", "--verbose"},
            description = "Accepted; has no effect.")
    private boolean[] unusedVerbose = {};

    @Option(
            names = {"-M", "--clusters", "--cluster"},
            paramLabel = "all",
            description = "Only 'all' is accepted: there is one cluster.")
    private String clusters = "all";

    @Option(
            names = {"--local", "--federation"},
            description = "Accepted; there is one cluster.")
    private boolean[] unusedLocal = {};

    /**
     * Checks that no other cluster is asked for.
     *
     * @throws SlurmFailure where one is
     */
    void check() {
        requireAll(clusters);
    }

    /** Checks that the value of {@code --clusters} names no other cluster. */
    static void requireAll(String clusters) {
        if (!clusters.equals("all")) {
            throw new SlurmFailure(
                    "'" + clusters + "' is not a cluster that these commands can reach; --clusters accepts 'all'");
        }
    }
}
