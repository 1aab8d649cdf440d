package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.daemon.ClassArchive;
import io.banyan.rpc.launch.LaunchCommand;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command as a process of the tests, with the tests' classes. All such processes start from one
 * {@link ClassArchive}.
 */
public final class BanyanProcess {
    private static final Path PLACE = Path.of("target", "processes").toAbsolutePath();
    private static final List<String> JAVA = ClassArchive.make(PLACE, classPath(), BanyanRehearsal.class.getName())
            .words();
    private static final Path LAUNCHER = written();

    private BanyanProcess() {}

    /** The words that start the command with these arguments. */
    public static List<String> words(String... arguments) {
        return wordsWith(List.of(), arguments);
    }

    /** The words that start it in a virtual machine with more options. */
    public static List<String> wordsWith(List<String> options, String... arguments) {
        List<String> all = new ArrayList<>(JAVA);
        all.addAll(options);
        all.add(Banyan.class.getName());
        all.addAll(List.of(arguments));
        return all;
    }

    /** The words with this class path, from no archive. */
    public static List<String> wordsWithout(String classPath, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                Banyan.class.getName()));
        all.addAll(List.of(arguments));
        return all;
    }

    /** The start of children of a daemon. */
    public static LaunchCommand children() {
        return new LaunchCommand(List.of(LAUNCHER.toString()));
    }

    /** A script that starts the command, as {@code BANYAN_LAUNCHER} names one. */
    public static String launcher() {
        return LAUNCHER.toString();
    }

    /** That of the tests, with picocli as the build packs it: no archive takes its class files as they are. */
    private static List<Path> classPath() {
        return ClassArchive.ownClassPath().stream()
                .map(entry ->
                        String.valueOf(entry.getFileName()).matches("picocli-[0-9.]+\\.jar") ? raised(entry) : entry)
                .toList();
    }

    private static Path raised(Path library) {
        Path copy = PLACE.resolve("picocli.jar");
        try {
            Files.createDirectories(PLACE);
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            List<String> words = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    ClassArchive.ownClassPath().stream()
                            .map(Path::toString)
                            .collect(Collectors.joining(File.pathSeparator)),
                    Path.of("src", "build", "RaiseClassFiles.java").toString(),
                    copy.toString());
            assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return copy;
    }

    private static Path written() {
        Path script = PLACE.resolve("banyan");
        String java = JAVA.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String command = "exec " + java + " $BANYAN_JAVA_OPTS " + Banyan.class.getName() + " \"$@\"\n";
        try {
            Files.writeString(script, "#!/bin/sh\nexport BANYAN_LAUNCHER=\"${BANYAN_LAUNCHER:-$0}\"\n" + command);
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return script;
    }
}
