package io.banyan.cli.documents;

import io.banyan.cli.BanyanProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A shell in a directory of its own, in which commands of a page are run one after the other. The directory is the home
 * directory, the working directory, and {@code /tmp} of the page. It has links to the launcher and to the files of the
 * project that pages name. Daemons run in the background.
 */
final class Shell implements AutoCloseable {
    /** Begins the output of a condition that was never met. */
    static final String NEVER_TRUE = "never true:";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String DIRECTORY = "/tmp/page";
    private static final String HOST_OF_PAGE = "vm";
    private static final String DONE = "@@done@@";
    private static final String END_OF_OUTPUT = "@@end@@";
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern DIRECTORY_OF_PAGE = Pattern.compile("(?<![\\w./])/(tmp|opt)/");
    private static final Pattern PORT_OF_PAGE = Pattern.compile("(?<=:)7\\d\\d\\d\\b");
    private static final Pattern START =
            Pattern.compile("(?m)^((?:\\w+=\\S+ )*)((?:\\./)?banyan start (?:[^\\n]*\\\\\\n)*[^\\n]*?)( &)?$");
    private static final String FUNCTIONS = """
            start_daemon() {
                local said=daemon.$((++daemons)) i more=--jobs-as-root
                [[ $(id -u) = 0 && "$*" != *$more* ]] || more=
                : >"$said"
                "$@" --socket none $more >"$said" 2>&1 </dev/null &
                local pid=$!
                disown $pid
                for ((i = 0; i < 900; i++)); do
                    ! grep -q 'listens on\\|waits at' "$said" || break
                    kill -0 $pid 2>/dev/null || break
                    sleep 0.1
                done
                grep -v "^banyan: warning: The processes of jobs run as root" "$said"
            }
            until_true() {
                local i
                for ((i = 0; i < 300; i++)); do
                    ! eval "$1" >/dev/null 2>&1 || return 0
                    sleep 0.2
                done
                echo "never true: $1"
            }
            """;

    private final Path directory;
    private final Process process;
    private final String host;
    private final Writer in;
    private final Map<String, String> ports = new HashMap<>();
    private final Map<String, String> ids = new LinkedHashMap<>();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** A command took longer than its limit, or ended the shell. */
    static final class Stuck extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stuck(String message) {
            super(message);
        }
    }

    Shell(Path directory) throws IOException {
        this.directory = directory.toRealPath();
        link();
        var builder = new ProcessBuilder("bash", "--noprofile", "--norc")
                .directory(this.directory.toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> !name.matches("PATH|LANG|LC_ALL|TZ|JAVA_HOME"));
        builder.environment().put("HOME", this.directory.toString());
        // Compiling well costs more than it saves in daemons that live for seconds.
        builder.environment().put("BANYAN_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Duser.home=" + this.directory);
        builder.environment().put("TMPDIR", this.directory.toString());
        builder.environment().merge("PATH", this.directory.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        process = builder.start();
        in = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::read);
        write("bin/until-go", "#!/bin/sh\nwhile [ ! -e " + this.directory + "/go ]; do sleep 0.2; done\n");
        run(FUNCTIONS, PATIENCE);
        host = run("hostname", PATIENCE).strip();
    }

    private void link() throws IOException {
        Files.createDirectory(directory.resolve("bin"));
        Path launcher = Path.of(BanyanProcess.launcher());
        Files.createSymbolicLink(directory.resolve("bin/banyan"), launcher);
        Files.createSymbolicLink(directory.resolve("banyan"), launcher);
        for (String name : new String[] {"docs", "examples", "jobspecs", "resource-graphs"}) {
            Files.createSymbolicLink(directory.resolve(name), PROJECT.resolve(name));
        }
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(lines::add);
        } catch (UncheckedIOException | IOException closed) {
            // The shell was ended.
        }
        lines.add(END_OF_OUTPUT);
    }

    /** Runs a command of a page and returns what it printed, with the paths of the page. */
    String runOfPage(String command, Duration limit) {
        String here = DIRECTORY_OF_PAGE.matcher(command).replaceAll(directory + "/");
        here = PORT_OF_PAGE.matcher(here).replaceAll(port -> ports.computeIfAbsent(port.group(), any -> freePort()));
        return run(START.matcher(here).replaceAll("start_daemon env $1$2"), limit)
                .replace(directory.toString(), DIRECTORY)
                .replaceAll("\\b" + Pattern.quote(host) + "\\b", HOST_OF_PAGE);
    }

    private static String freePort() {
        try (var socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes each id that a page shows for the one in its place in the output. */
    void learnIds(String page, String output) {
        List<String> ours = Shape.ids(output);
        List<String> shown = Shape.ids(page);
        for (int i = 0; i < Math.min(ours.size(), shown.size()); i++) {
            ids.put(shown.get(i), ours.get(i));
        }
    }

    /** A command with the ids that outputs before it had. */
    String withIds(String command) {
        String ours = command;
        for (Map.Entry<String, String> id : ids.entrySet()) {
            ours = ours.replace(id.getKey(), id.getValue());
        }
        return ours;
    }

    /** Whether a command starts a daemon, which a page may show without what it prints. */
    static boolean startsDaemon(String command) {
        return START.matcher(command).find();
    }

    /** Whether a file is in the directory, as seen by a command there. */
    boolean has(String file) {
        return Files.exists(directory.resolve(file));
    }

    /** Makes a file in the directory. */
    void write(String file, String text) throws IOException {
        Files.writeString(directory.resolve(file), text);
        if (text.startsWith("#!") && !directory.resolve(file).toFile().setExecutable(true)) {
            throw new IOException(file + " is not executable");
        }
    }

    private String run(String command, Duration limit) {
        try {
            in.write("{\n" + command + "\n} </dev/null\nstatus=$?; printf '\\n" + DONE + "\\n'; (exit $status)\n");
            in.flush();
        } catch (IOException e) {
            throw new Stuck("the shell has ended before: " + command);
        }
        var said = new StringBuilder();
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            String line = next(deadline);
            if (line == null || line.equals(END_OF_OUTPUT)) {
                throw new Stuck((line == null ? "after " + limit + " this runs: " : "this has ended the shell: ")
                        + command + "\n" + said);
            }
            if (line.equals(DONE)) {
                return said.toString();
            }
            said.append(line).append('\n');
        }
    }

    private String next(long deadline) {
        try {
            return lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stuck("interrupted");
        }
    }

    /** Ends the shell and every process that it left: each has the directory in its environment. */
    @Override
    public void close() {
        process.destroyForcibly();
        for (int i = 0; i < 3; i++) {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                all.filter(this::isOurs).forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    private boolean isOurs(ProcessHandle other) {
        try {
            Path environment = Path.of("/proc", Long.toString(other.pid()), "environ");
            return Files.readString(environment, StandardCharsets.ISO_8859_1).contains(directory.toString());
        } catch (IOException | UncheckedIOException gone) {
            return false;
        }
    }
}
