package io.banyan.rpc.daemon;

import io.banyan.instance.JobRequest;
import io.banyan.instance.Request;
import io.banyan.instance.ShrinkTarget;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.files.ForeignTree;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.schedule.JobId;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
    private static final List<String> OPTIONS = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "--enable-native-access=ALL-UNNAMED");
    private static final JobId FIRST = new JobId(1);
    private static final long MOST_FILES = 10_000;
    private static final String TRUE = """
            version: 1
            resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
            tasks: [{command: ["true"], slot: task, count: {per_slot: 1}}]
            attributes: {system: {duration: 60, cwd: "/"}}
            """;

    /** Made when it is first asked for, and not in the process that makes it. */
    private static final class Made {
        private static final List<String> WORDS = made();
    }

    private DaemonArchive() {}

    /** The words that start a virtual machine with the tests' class path; the name of a class is to follow. */
    static List<String> words() {
        return Made.WORDS;
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
                            "-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath, DaemonArchive.class.getName())))
                    .redirectErrorStream(true)
                    .redirectOutput(PLACE.resolve("rehearsal.log").toFile())
                    .start();
            boolean isOver = rehearsal.waitFor(2, TimeUnit.MINUTES);
            rehearsal.destroyForcibly();
            // A virtual machine that has no archive of its own can make none: then it goes without.
            return words(isOver && Files.exists(archive) ? archive.toString() : NONE, classPath);
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
            Path path = Path.of(entry);
            if (entry.isEmpty()) {
                continue; // The class path may end with a separator.
            }
            files.add(Files.isDirectory(path) ? packed(path, PLACE.resolve(files.size() + ".jar")) : entry);
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

    /** The rehearsal: a daemon with a child and a job, in one process with their client. */
    public static void main(String[] words) throws Exception {
        var state = new StateDirectory(Files.createTempDirectory("banyan-rehearsal"));
        var nothing = new LaunchCommand(List.of(
                "sh",
                "-c",
                "while [ -d \"$0\" ]; do sleep 1; done",
                state.path().toString()));
        Path graph = Path.of("..", "resource-graphs", "small.graphml");
        try (Daemon top = start(state, "top", GraphFile.of(graph), nothing);
                BanyanClient client = BanyanClient.ofStateDirectory(state.path())) {
            StateDirectory below = state.child(FIRST);
            CompletableFuture<Daemon> child = CompletableFuture.supplyAsync(() -> {
                try {
                    while (Files.notExists(below.credential())) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    return start(
                            below, "child", new Parent(List.of(top.address()), FIRST, below.credential()), nothing);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            client.spawn(new Request.Spawn(DaemonTest.nodes(2), "child", Map.of()));
            Daemon running = child.join();
            try (BanyanClient leaf = BanyanClient.ofStateDirectory(below.path())) {
                leaf.grow(new Request.Grow("grow", Optional.empty(), DaemonTest.nodes(1), 20_000));
                leaf.shrink(new Request.Shrink("shrink", new ShrinkTarget.ByGrow("grow")));
                leaf.stat();
            } finally {
                running.close();
            }
            client.queueing().submit(new JobRequest.Submit(JobspecReader.read(TRUE, "rehearsal"), "", 16));
            while (client.jobs(new JobRequest.Jobs(false)).jobs().size() > 1) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } finally {
            ForeignTree.delete(state.path(), MOST_FILES);
        }
        System.exit(0);
    }

    private static Daemon start(StateDirectory state, String name, ResourceSource source, LaunchCommand children)
            throws DaemonException {
        return Daemon.start(DaemonConfig.of(state, name, source)
                .launcher(children)
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .executing(ExecutionConfig.LOCAL)
                .build());
    }
}
