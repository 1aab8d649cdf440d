package io.banyan.rpc.daemon;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What the virtual machine loads for a daemon, in an archive that each of the tests' many daemons starts from: else their starts are most of what the tests of this module compute. It is
 * made once, by a process that does what daemons do. An archive names its classes by the files of the class path, so that directories of it become files first.
 */
final class DaemonArchive {
    private static final Path PLACE = Path.of("target", "daemons").toAbsolutePath();
    /** Says to a daemon where the archive is that its own children are to start from. */
    private static final String PROPERTY = "io.banyan.rpc.daemon.archive";

    private static final String NONE = "none";
    private static final String LOG = "rehearsal.log";
    private static final List<String> OPTIONS = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "--enable-native-access=ALL-UNNAMED");
    private static final List<String> WORDS = made();

    private DaemonArchive() {}

    /** The words that start a virtual machine with the tests' class path; the name of a class is to follow. */
    static List<String> words() {
        return WORDS;
    }

    private static List<String> made() {
        String known = System.getProperty(PROPERTY);
        if (known != null) {
            return words(known, System.getProperty("java.class.path"));
        }
        try {
            Files.createDirectories(PLACE);
            Path archive = PLACE.resolve("daemon.jsa");
            Files.deleteIfExists(archive);
            String classPath = files();
            Process rehearsal = new ProcessBuilder(words(List.of(
                            "-XX:ArchiveClassesAtExit=" + archive,
                            "-XX:ErrorFile=" + PLACE.resolve("crash.log"),
                            "-cp",
                            classPath,
                            DaemonRehearsal.class.getName())))
                    .redirectErrorStream(true)
                    .redirectOutput(PLACE.resolve(LOG).toFile())
                    .start();
            boolean isOver = rehearsal.waitFor(2, TimeUnit.MINUTES);
            rehearsal.destroyForcibly();
            if (isOver && rehearsal.exitValue() == DaemonRehearsal.FAILED) {
                throw new IllegalStateException("the rehearsal failed: " + Files.readString(PLACE.resolve(LOG)));
            }
            // A virtual machine that has no archive of its own can make none, and one that crashes over it has none:
            // then it goes without.
            boolean isMade = isOver && rehearsal.exitValue() == 0 && Files.exists(archive);
            return words(isMade ? archive.toString() : NONE, classPath);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<String> words(String archive, String classPath) {
        List<String> more = new ArrayList<>(List.of("-D" + PROPERTY + "=" + archive, "-cp", classPath));
        if (!archive.equals(NONE)) {
            more.addAll(0, List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off"));
        }
        return words(more);
    }

    private static List<String> words(List<String> more) {
        return Stream.concat(OPTIONS.stream(), more.stream()).toList();
    }

    /** The class path, with a file in the place of each directory. */
    private static String files() throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> files = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            // The class path may end with a separator.
            if (!entry.isEmpty()) {
                Path path = Path.of(entry);
                files.add(Files.isDirectory(path) ? packed(path, PLACE.resolve(files.size() + ".jar")) : entry);
            }
        }
        return String.join(File.pathSeparator, files);
    }

    private static String packed(Path directory, Path file) throws IOException {
        Files.deleteIfExists(file); // Whoever still runs from it keeps it.
        try (var zip = new ZipOutputStream(Files.newOutputStream(file));
                Stream<Path> all = Files.walk(directory)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(
                        new ZipEntry(directory.relativize(path).toString().replace(File.separatorChar, '/')));
                Files.copy(path, zip);
                zip.closeEntry();
            }
        }
        return file.toString();
    }
}
