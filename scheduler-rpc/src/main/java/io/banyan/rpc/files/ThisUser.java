package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The user of this process, and the owners of files that it trusts as its own. */
public final class ThisUser {
    private static final int ROOT = 0;
    private static final int NOBODY = -1;
    /** The real user, the effective one, and others stand after the word {@code Uid:}. */
    private static final int EFFECTIVE = 2;

    private ThisUser() {}

    /** Whether this process is root. */
    public static boolean isRoot() {
        return uid() == ROOT;
    }

    /** Returns the uid; if it cannot be determined, a number that no user has. */
    public static int uid() {
        return Known.UID;
    }

    /** Facts that do not change during the life of the process, found once. */
    private static final class Known {
        static final int UID = readUid();
        static final @Nullable UserPrincipal OWN = principal(UID);
        static final @Nullable UserPrincipal ROOT_USER = principal(ROOT);
    }

    private static int readUid() {
        try {
            // Uses neither /proc/self, which is a link of root's, nor its target, which is root's as well if a program
            // has capabilities.
            return uidIn(Files.readAllLines(Path.of("/proc/self/status")));
        } catch (IOException elsewhere) {
            return "root".equals(System.getProperty("user.name")) ? ROOT : NOBODY;
        }
    }

    /** Whether a user is root, or the user of this process. */
    public static boolean isRootOrSame(UserPrincipal user) {
        return user.equals(Known.ROOT_USER) || user.equals(Known.OWN);
    }

    /**
     * Returns a user by number: the look-up accepts a number that is no user's name. Null if this machine has no users.
     */
    private static @Nullable UserPrincipal principal(int uid) {
        try {
            return FileSystems.getDefault()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(Integer.toString(uid));
        } catch (IOException | UnsupportedOperationException none) {
            return null;
        }
    }

    /** The effective user id in the lines of a {@code proc(5)} status. */
    public static int uidIn(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > EFFECTIVE)
                .map(words -> Integer.parseInt(words[EFFECTIVE]))
                .findFirst()
                .orElse(NOBODY);
    }

    /**
     * Whether only this user and root control the contents of a file or directory; a link belongs to its creator.
     *
     * @throws IOException if it does not exist
     */
    public static boolean trusts(Path file) throws IOException {
        int me = uid();
        try {
            int owner = ForeignFile.owner(file);
            return owner == ROOT || owner == me || me == NOBODY;
        } catch (UnsupportedOperationException | IllegalArgumentException noOwners) {
            // There is no other user then.
            return true;
        }
    }
}
