package io.banyan.bench.crash;

import io.banyan.bench.command.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of the distribution, with a cluster of its own that goes with it. It does not run as root: there
 * the user postgres has it.
 */
final class PostgresProcess implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
    private static final String USER = "postgres";

    private final Path programs;
    private final ScratchDirectory scratch;
    private final int port;

    private PostgresProcess(Path programs, ScratchDirectory scratch, int port) {
        this.programs = programs;
        this.scratch = scratch;
        this.port = port;
    }

    /**
     * Starts one on loopback.
     *
     * @throws IOException with one sentence, if there is none or it does not start
     */
    static PostgresProcess start(int port) throws IOException, InterruptedException {
        var server = new PostgresProcess(newest(), ScratchDirectory.create("postgres"), port);
        Path data = server.scratch.path().resolve("data");
        if (isRoot()) {
            UserPrincipal user =
                    data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER);
            Files.setOwner(server.scratch.path(), user);
        }
        server.run("initdb", "-D", data.toString(), "-A", "trust", "-U", USER);
        String options = "-p " + port + " -c listen_addresses=127.0.0.1 -k " + server.scratch.path();
        String log = server.scratch.path().resolve("log").toString();
        server.run("pg_ctl", "-D", data.toString(), "-l", log, "-o", options, "-w", "start");
        return server;
    }

    private static Path newest() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            throw new IOException("There is no PostgreSQL below " + INSTALLED + ".\nMaybe: apt-get install postgresql");
        }
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> new IOException(
                            "There is no initdb below " + INSTALLED + ".\nMaybe: apt-get install postgresql"));
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        if (isRoot()) {
            words.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups"));
        }
        words.add(programs.resolve(program).toString());
        words.addAll(List.of(arguments));
        Path output = Files.createTempFile("banyan-" + program, ".log");
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IOException(program + " failed: " + Files.readString(output));
            }
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** The URL of a schema of the server's database. */
    String url(String schema) {
        return "postgresql://" + USER + "@127.0.0.1:" + port + "/postgres?schema=" + schema;
    }

    @Override
    public void close() throws IOException {
        try {
            run("pg_ctl", "-D", scratch.path().resolve("data").toString(), "-m", "immediate", "-w", "stop");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scratch.close();
    }
}
