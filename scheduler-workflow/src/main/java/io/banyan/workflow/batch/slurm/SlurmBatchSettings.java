package io.banyan.workflow.batch.slurm;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of a batch port to a Slurm.
 *
 * @param user the user whose jobs run in the reservations
 * @param partition the partition whose nodes are planned; empty for Slurm's default
 * @param config the file that is {@code SLURM_CONF} for the commands; empty for Slurm's own choice
 * @param patienceSec the longest wait for the next pass of Slurm's backfill after a booking, in seconds; several times
 *     {@code bf_interval}
 * @param toleranceSec the seconds by which an expected start may move without being a delay; at least
 *     {@code bf_resolution}, to which Slurm rounds
 */
public record SlurmBatchSettings(
        String user, Optional<String> partition, Optional<Path> config, int patienceSec, int toleranceSec) {
    /** The usual wait for a pass of the backfill: three times Slurm's default of 30 s. */
    public static final int DEFAULT_PATIENCE_SEC = 90;

    /** The usual tolerance: Slurm's default resolution of 60 s. */
    public static final int DEFAULT_TOLERANCE_SEC = 60;

    /** Checks the times, and that no name can be taken for an option or a list. */
    public SlurmBatchSettings {
        if (!user.matches(SlurmText.NAME)
                || partition.filter(it -> !it.matches(SlurmText.NAME)).isPresent()) {
            throw new IllegalArgumentException("a user and a partition must be names of letters, digits and '.', '_',"
                    + " '@', '-', found '" + user + "' and '" + partition.orElse("") + "'");
        }
        if (patienceSec < 1 || toleranceSec < 0) {
            throw new IllegalArgumentException("the wait must be at least 1 s and the tolerance at least 0 s, found "
                    + patienceSec + " and " + toleranceSec);
        }
    }

    /** Returns the settings for a user, with the default of everything else. */
    public static SlurmBatchSettings of(String user) {
        return new SlurmBatchSettings(
                user, Optional.empty(), Optional.empty(), DEFAULT_PATIENCE_SEC, DEFAULT_TOLERANCE_SEC);
    }
}
