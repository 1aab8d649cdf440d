package io.banyan.cli.doctor;

import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * The state directory: its owner, and the other users who can access it.
 *
 * @param user the user who would run the daemon
 */
record DirectoryCheck(StateDirectory state, String user) implements Check {
    private static final Set<PosixFilePermission> WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    /**
     * The permissions of the directory as a daemon that is root leaves it, where it starts processes of other users.
     */
    private static final Set<PosixFilePermission> ENTERED = PosixFilePermissions.fromString("rwx--x--x");

    private static final String ROOT = "root";

    @Override
    public String name() {
        return "state directory";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        Path path = state.path();
        if (Files.notExists(path)) {
            return missing(path);
        }
        if (!Files.isDirectory(path)) {
            return problem(path + " is not a directory. Specify another one with --state.");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        String seen = PosixFilePermissions.toString(permissions);
        String owner = Files.getOwner(path).getName();
        if (permissions.stream().anyMatch(WRITE::contains)) {
            return problem(path + " is writable by users other than its owner (" + seen + "): chmod 700 " + path + ".");
        }
        if (!owner.equals(user)) {
            return ofAnother(path, owner);
        }
        if (!permissions.containsAll(OWN)) {
            return problem(path + " cannot be used by its owner (" + seen + "): chmod 700 " + path + ".");
        }
        if (user.equals(ROOT) && ENTERED.equals(permissions)) {
            return ok(
                    path + " belongs to " + owner
                            + ". Only the owner can list it; other users can pass through it to the directories of their jobs.");
        }
        return OWN.equals(permissions)
                ? ok(path + " belongs to " + owner + ". Only the owner can use it.")
                : warning(
                        path + " is accessible to users other than its owner (" + seen + "): chmod 700 " + path + ".");
    }

    private DoctorFinding missing(Path path) {
        Path above = path;
        while (above.getParent() != null && Files.notExists(above, LinkOption.NOFOLLOW_LINKS)) {
            above = above.getParent();
        }
        return Files.isDirectory(above) && Files.isWritable(above)
                ? ok("There is no " + path + " yet; the first start creates it.")
                : problem("There is no " + path + ", and " + user + " cannot create it in " + above
                        + ". Create it, and make the user of the daemon its owner.");
    }

    private DoctorFinding ofAnother(Path path, String owner) {
        String what = path + " belongs to " + owner + ", and this command was run by " + user + ". ";
        return user.equals(ROOT)
                ? warning(what + "If the daemon will run as " + owner + ": sudo -u " + owner + " banyan doctor.")
                : problem(what + "Run it as " + owner + ", or name another directory with --state.");
    }
}
