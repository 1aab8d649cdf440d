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
 * An archive of the classes that the virtual machine loads for a program, from which the processes of tests start:
 * without it their starts are most of what such tests compute. An archive names its classes by the files of the class
 * path, so that directories of it become files first.
 *
 * @param file the archive; {@link #NONE} where the virtual machine can make none
 * @param classPath the files whose classes are in it
 */
public record ClassArchive(String file, String classPath) {
    /** Stands for an archive that could not be made: processes start without one. */
    static final String NONE = "none";
    /** The status of a rehearsal that did not do what it was to. */
    public static final int FAILED = 1;

    private static final String LOG = "rehearsal.log";
    private static final List<String> OPTIONS = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "--enable-native-access=ALL-UNNAMED");

    /** The class path of the tests. */
    public static List<Path> ownClassPath() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        // It may end with a separator.
        return Stream.of(classPath.split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }

    /**
     * Makes one in this directory, of the classes that a program loads from this class path. The program is to end with
     * status 0, or with {@link #FAILED}.
     */
    public static ClassArchive make(Path place, List<Path> entries, String program) {
        try {
            Files.createDirectories(place);
            Path archive = place.resolve("classes.jsa");
            Files.deleteIfExists(archive);
            String classPath = files(place, entries);
            Path log = place.resolve(LOG);
            Process rehearsal = new ProcessBuilder(words(List.of(
                            "-XX:ArchiveClassesAtExit=" + archive,
                            "-XX:ErrorFile=" + place.resolve("crash.log"),
                            "-cp",
                            classPath,
                            program)))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean isOver = rehearsal.waitFor(2, TimeUnit.MINUTES);
            rehearsal.destroyForcibly();
            if (isOver && rehearsal.exitValue() == FAILED) {
                throw new IllegalStateException("the rehearsal failed: " + Files.readString(log));
            }
            // A virtual machine that has no archive of its own can make none, and one that crashes over it has none:
            // then it goes without.
            boolean isMade = isOver && rehearsal.exitValue() == 0 && Files.exists(archive);
            return new ClassArchive(isMade ? archive.toString() : NONE, classPath);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The words that start a virtual machine; options and the name of a class are to follow. */
    public List<String> words() {
        List<String> more = new ArrayList<>();
        if (!file.equals(NONE)) {
            more.addAll(List.of("-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off"));
        }
        more.addAll(List.of("-cp", classPath));
        return words(more);
    }

    private static List<String> words(List<String> more) {
        return Stream.concat(OPTIONS.stream(), more.stream()).toList();
    }

    /** The class path, with a file in the place of each directory. */
    private static String files(Path place, List<Path> entries) throws IOException {
        List<String> files = new ArrayList<>();
        for (Path entry : entries) {
            files.add(
                    Files.isDirectory(entry) ? packed(entry, place.resolve(files.size() + ".jar")) : entry.toString());
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
