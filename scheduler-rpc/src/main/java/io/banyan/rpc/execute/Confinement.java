package io.banyan.rpc.execute;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The confinement of jobs to their resources on the daemon's machine.
 *
 * @param affinity on which processors their processes run
 * @param cgroup the cgroup (version 2) below which each job gets one of its own, with limits; empty for none
 */
public record Confinement(Affinity affinity, Optional<Path> cgroup) {
    /** Where nothing else is said. */
    public static final Confinement DEFAULT = new Confinement(Affinity.CORES, Optional.empty());

    /** Checks that nothing is missing. */
    public Confinement {
        Objects.requireNonNull(affinity, "affinity");
        Objects.requireNonNull(cgroup, "cgroup");
    }
}
