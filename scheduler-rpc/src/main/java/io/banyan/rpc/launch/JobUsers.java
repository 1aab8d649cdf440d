package io.banyan.rpc.launch;

import io.banyan.rpc.security.Principals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * As which user of this machine the processes of jobs run: where the daemon is not root, as the daemon itself, for there is no other way; where it is, as the
 * user that the token table names for the job's owner. Any thread may call.
 */
public final class JobUsers {
    /** Everybody's as the daemon itself. */
    public static final JobUsers OF_THE_DAEMON = new JobUsers(false, owner -> Optional.empty());

    private static final int ROOT = 0;
    private static final int NOBODY = -1;
    /** The real user, the effective one, and others stand after the word {@code Uid:}. */
    private static final int EFFECTIVE = 2;

    private final boolean areMapped;
    private final Function<String, Optional<String>> names;

    private JobUsers(boolean areMapped, Function<String, Optional<String>> names) {
        this.areMapped = areMapped;
        this.names = names;
    }

    /**
     * Those of a daemon.
     *
     * @param asRoot whether they may run as root where the daemon does
     */
    public static JobUsers of(Principals principals, boolean asRoot) {
        return new JobUsers(isRoot() && !asRoot, principals::osUser);
    }

    /** Whether this process is root. */
    public static boolean isRoot() {
        return uid() == ROOT;
    }

    /** As which user this process runs, by number; where that is not to be known, one that nobody has. */
    static int uid() {
        try {
            // Neither /proc/self, which is a link of root's, nor what it leads to, which is root's as well where a
            // program has capabilities.
            return uid(Files.readAllLines(Path.of("/proc/self/status")));
        } catch (IOException elsewhere) {
            return "root".equals(System.getProperty("user.name")) ? ROOT : NOBODY;
        }
    }

    /** As which user a process runs whose {@code proc(5)} status this is. */
    static int uid(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> line.split("\\s+", -1))
                .filter(words -> words.length > EFFECTIVE)
                .map(words -> Integer.parseInt(words[EFFECTIVE]))
                .findFirst()
                .orElse(NOBODY);
    }

    /** The program without which root cannot start the processes of jobs as their users; empty where this machine has none. */
    public static Optional<Path> setpriv() {
        return UserProcess.setpriv();
    }

    /** Why no process can be started for this owner's job; empty where one can. */
    public Optional<String> refusal(String owner) {
        return areMapped && names.apply(owner).isEmpty()
                ? Optional.of("The daemon runs as root, and as which user of this machine the processes of '" + owner
                        + "' run is not known.\nMaybe: banyan token add NAME --role user --user OS_USER --to FILE, and "
                        + "ask with that; or banyan start --jobs-as-root where nobody else uses the machine.")
                : Optional.empty();
    }

    /**
     * As whom the processes of this owner's jobs run; empty for as the daemon itself.
     *
     * @throws IOException with one sentence, if nobody knows, or there is no such user
     */
    Optional<OsUser> userOf(String owner) throws IOException {
        Optional<String> refusal = refusal(owner);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        Optional<String> name = areMapped ? names.apply(owner) : Optional.empty();
        return name.isPresent() ? Optional.of(OsUser.find(name.get())) : Optional.empty();
    }
}
