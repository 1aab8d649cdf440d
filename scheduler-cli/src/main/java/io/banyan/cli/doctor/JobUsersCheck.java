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
                    "Processes of jobs would run as root, for --jobs-as-root says so. Leave it away where others use "
                            + "the machine.");
        }
        return setpriv.isPresent()
                ? ok("The daemon would be root, and " + setpriv.get() + " makes the processes of jobs their users'.")
                : problem(
                        "The daemon would be root, and this machine has no setpriv, without which it starts no process of "
                                + "a job. Install util-linux.");
    }
}
