package io.banyan.solver.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The command that starts the process of solvers.
 *
 * <p>Each solver plug-in has a directory with its jars, in a directory that {@code BANYAN_SOLVERS} or the launcher
 * names. The jars are seen by the process of solvers only, so that a daemon that plans nothing loads none of them.
 *
 * @param words the program and its arguments
 */
public record SolverCommand(List<String> words) {
    /** The property of the launcher with the directories, as {@link File#pathSeparator} joins them. */
    static final String PROPERTY = "banyan.solvers";

    private static final String VARIABLE = "BANYAN_SOLVERS";

    /** The largest heap of the process. Native memory of a solver comes in addition. */
    private static final String HEAP = "-Xmx1g";

    /** Copies the list. */
    public SolverCommand {
        words = List.copyOf(words);
    }

    /** Returns the command with the plug-ins of this installation, or nothing if there are none. */
    public static Optional<SolverCommand> ofThisInstallation() {
        List<String> plugIns = new ArrayList<>();
        String joined =
                System.getenv().getOrDefault(VARIABLE, "") + File.pathSeparator + System.getProperty(PROPERTY, "");
        for (String directory : joined.split(File.pathSeparator, -1)) {
            if (!directory.isBlank()) {
                plugIns.addAll(plugInsIn(Path.of(directory)));
            }
        }
        return plugIns.isEmpty() ? Optional.empty() : Optional.of(ofPlugIns(plugIns));
    }

    /** Returns the command with the class path of this process, and more entries after it. */
    static SolverCommand ofPlugIns(List<String> entries) {
        List<String> classPath = new ArrayList<>();
        classPath.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        classPath.addAll(entries);
        return new SolverCommand(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(File.pathSeparator, classPath),
                SolverMain.class.getName()));
    }

    private static List<String> plugInsIn(Path directory) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(directory, Files::isDirectory)) {
            names.forEach(plugIn -> found.add(plugIn.resolve("*").toString()));
        } catch (IOException notThere) {
            return List.of();
        }
        found.sort(String::compareTo);
        return found;
    }
}
