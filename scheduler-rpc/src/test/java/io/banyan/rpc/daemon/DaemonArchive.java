package io.banyan.rpc.daemon;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The {@link ClassArchive} of the tests' many daemons. It is made once, by a process that does what daemons do. */
final class DaemonArchive {
    /** Tells a daemon where the archive is that its own children are to start from. */
    private static final String PROPERTY = "io.banyan.rpc.daemon.archive";

    private static final ClassArchive ARCHIVE = made();

    private DaemonArchive() {}

    /** The words that start a virtual machine with the tests' class path; the name of a class is to follow. */
    static List<String> words() {
        return Stream.concat(ARCHIVE.words().stream(), Stream.of("-D" + PROPERTY + "=" + ARCHIVE.file()))
                .toList();
    }

    private static ClassArchive made() {
        String known = System.getProperty(PROPERTY);
        return known == null
                ? ClassArchive.make(
                        Path.of("target", "daemons").toAbsolutePath(),
                        ClassArchive.ownClassPath(),
                        DaemonRehearsal.class.getName())
                : new ClassArchive(known, System.getProperty("java.class.path"));
    }
}
