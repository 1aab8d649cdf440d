package io.banyan.cli.doctor;

import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.JobUsers;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks which user the processes of jobs run as.
 *
 * @param isRoot whether the daemon would be root
 * @param asRoot whether they may be root then
 * @param setpriv the program that makes them their users' otherwise
 */
record JobUsersCheck(boolean isRoot, boolean asRoot, Optional<Path> setpriv) implements Check {
    /** Returns the check for the jobs of a daemon that this process would be. */
    static JobUsersCheck ofThisProcess(boolean asRoot) {
        return new JobUsersCheck(ThisUser.isRoot(), asRoot, JobUsers.setpriv());
    }

    @Override
    public String name() {
        return "users of jobs";
    }

    @Override
    public DoctorFinding examine() {
        if (!isRoot) {
            return ok("Processes of jobs run as the user of the daemon, which is not root.");
        }
        if (asRoot) {
            return warning(
                    "Processes of jobs would run as root because of --jobs-as-root. Omit this option if other people use the machine.");
        }
        return setpriv.isPresent()
                ? ok("The daemon would run as root, and " + setpriv.get()
                        + " runs the processes of jobs as the users of the jobs.")
                : problem(
                        "The daemon would run as root, and cannot start processes of jobs because setpriv is not installed. Install util-linux.");
    }
}
