package io.banyan.cli.workflow;

import io.banyan.cli.call.Target;
import io.banyan.cli.connect.ConnectionSettings;
import io.banyan.engine.fill.WorkerProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The engine of a directory as a process in the background, which ends when no workflow is left. */
public final class EngineProcess {
    private static final String LOG = "engine.log";
    private static final long MOST_LOG_BYTES = 16L << 20;
    private static final Path NEW_SESSION = Path.of("/usr/bin/setsid");
    private static final String MAIN = "io.banyan.cli.Banyan";

    private EngineProcess() {}

    /**
     * Starts the engine unless one runs.
     *
     * @param batch the scheduler, as {@code --batch} names it
     * @throws IOException if it cannot be started
     */
    static void ensure(Path directory, Target target, String batch) throws IOException {
        if (EngineLock.isTaken(directory, ServedBatch.identity(batch, target))) {
            return;
        }
        List<String> words = new ArrayList<>();
        if (Files.isExecutable(NEW_SESSION)) {
            words.add(NEW_SESSION.toString());
        }
        words.addAll(engine());
        words.addAll(List.of("workflow", "serve", "--until-idle", "--directory", directory.toString()));
        words.addAll(List.of("--batch", batch));
        words.addAll(connection(target.access()));
        File log = log(directory).toFile();
        if (log.length() > MOST_LOG_BYTES) {
            Files.delete(log.toPath());
        }
        new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .redirectError(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    /** Returns the file with the messages of engines. */
    static Path log(Path directory) {
        return directory.resolve(LOG);
    }

    /** Returns the words that begin the command of a worker of a filler, on any node that has this installation. */
    public static List<String> worker() {
        return java(List.of("-Xmx128m"), WorkerProgram.class.getName());
    }

    private static List<String> engine() {
        List<String> options = new ArrayList<>(List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED"));
        String solvers = System.getProperty("banyan.solvers", "");
        if (!solvers.isEmpty()) {
            options.add("-Dbanyan.solvers=" + solvers);
        }
        return java(options, MAIN);
    }

    private static List<String> java(List<String> options, String main) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(options);
        words.addAll(List.of("-cp", classPath(), main));
        return words;
    }

    private static String classPath() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> connection(ConnectionSettings access) {
        List<String> words = new ArrayList<>();
        access.state().ifPresent(state -> words.addAll(List.of("--state", absolute(state))));
        if (!access.addresses().isEmpty()) {
            words.addAll(List.of("--address", String.join(",", access.addresses())));
        }
        access.tokenFile().ifPresent(file -> words.addAll(List.of("--token-file", absolute(file))));
        access.instance().ifPresent(instance -> words.addAll(List.of("--instance", instance)));
        access.authority().ifPresent(file -> words.addAll(List.of("--tls-ca", absolute(file))));
        access.certificate().ifPresent(file -> words.addAll(List.of("--tls-cert", absolute(file))));
        access.key().ifPresent(file -> words.addAll(List.of("--tls-key", absolute(file))));
        return words;
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
