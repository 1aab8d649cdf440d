package io.banyan.cli;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.quickstart.QuickstartFailure;
import io.banyan.cli.quickstart.TreeRehearsal;
import io.banyan.graph.GraphException;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.daemon.DaemonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs the usual commands once in one process without output, while the virtual machine records which classes it loads
 * and which methods it compiles. From this record it writes the archive with which later commands start faster. The
 * launcher runs this class after each build. It leaves no files behind, and its failures have no effect.
 */
final class Rehearsal {

    private static final String ALONE = "alone";
    private static final String CLIENT = "client";
    private static final String FOLLOW = "follow";
    private static final String POLL = "poll";
    private static final int MATCHES = 16;
    private static final String POLICIES = "fcfs,easy,conservative,hybrid";
    /** The number of times that the work of a session is done, so that the virtual machine compiles it. */
    private static final int MANY_MATCHES = 3_000;
    /** The number of matches for which the tree grows and shrinks once. */
    private static final int MATCHES_A_ROUND = 30;

    /** So long its daemon may take to be up, on a machine that has much else to do, and to stop. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long BETWEEN_TRIALS_MILLIS = 50;

    private final Path home;
    private final Duration patience;
    private final int manyMatches;
    private final List<String> misused = new CopyOnWriteArrayList<>();

    /** A rehearsal with the graphs and jobspecs of the project in this directory. */
    Rehearsal(Path home) {
        this(home, PATIENCE, MANY_MATCHES);
    }

    /**
     * A rehearsal for tests.
     *
     * @param patience the time in which its daemon is to be up, and in which it is to stop
     * @param manyMatches the number of matches of a session; fewer than the usual number leave more of the program
     *     uncompiled
     */
    Rehearsal(Path home, Duration patience, int manyMatches) {
        this.home = home;
        this.patience = patience;
        this.manyMatches = manyMatches;
    }

    /**
     * Takes the directory with the project's graphs and jobspecs, and the kind of commands of the archive: {@code
     * alone} for commands that speak to no daemon, {@code client} for those that make single calls to one, {@code poll}
     * for those among them that print tables, {@code follow} for those that follow a daemon, nothing for all commands
     * and the daemon.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int status = ExitStatus.NO;
        try {
            var rehearsal = new Rehearsal(Path.of(args[0]));
            switch (args.length > 1 ? args[1] : "") {
                case ALONE -> rehearsal.runAlone();
                case CLIENT -> rehearsal.runClient();
                case FOLLOW -> rehearsal.runFollowing();
                case POLL -> rehearsal.runPolling();
                default -> rehearsal.run();
            }
            status = ExitStatus.DONE;
        } finally {
            System.exit(status); // Ends the process even if a daemon did not stop.
        }
    }

    /** Runs all of it; returns the commands that do not exist in this form, and other failures, for a test. */
    List<String> run() throws IOException, InterruptedException {
        runAlone();
        runDaemon();
        tree();
        return misused;
    }

    /** Runs a daemon of this process, and the commands that ask it. */
    List<String> runDaemon() throws IOException, InterruptedException {
        daemon(Rehearsal::thread, this::ask);
        return misused;
    }

    /**
     * Runs a daemon, and the commands that make single calls to it. It has a process of its own, so that nothing of it
     * gets into the archive.
     */
    List<String> runClient() throws IOException, InterruptedException {
        daemon(Rehearsal::process, state -> {
            ask(state);
            submit(state);
        });
        return misused;
    }

    /** Runs a daemon, and the commands that follow it. */
    List<String> runFollowing() throws IOException, InterruptedException {
        daemon(Rehearsal::process, state -> {
            submit(state);
            at(
                    state,
                    List.of("wait", "1"),
                    List.of("run", "-n", "1", "--", "true"),
                    List.of("logs", "2"),
                    List.of("top", "--once"));
        });
        return misused;
    }

    /**
     * Runs a daemon in a process of its own, and the commands that are polled for a table. They print jobs: without one
     * they need fewer classes than usual.
     */
    List<String> runPolling() throws IOException, InterruptedException {
        daemon(Rehearsal::process, this::poll);
        return misused;
    }

    /** Runs the commands that speak to no daemon. */
    List<String> runAlone() {
        run("", "--help");
        sessions();
        return misused;
    }

    private int run(String input, String... command) {
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        int status = Banyan.run(
                new Terminal(in, new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter())), command);
        if (status == ExitStatus.WRONG_USE) {
            misused.add(String.join(" ", command));
        }
        return status;
    }

    private String file(String directory, String name) {
        return home.resolve(directory).resolve(name).toString();
    }

    private void sessions() {
        String graph = file("resource-graphs", "l0.graphml");
        run(commands(), "query", "-L", graph, "-P", "first", "-F", "simple", "-e", "--visits", "few");
        run(commands(), "query", "-L", graph, "-P", "low", "-F", "rv1");
        run(many(), "query", "-L", graph, "-P", "first");
        run(many(), "query", "-L", graph, "-P", "low");
        run("", "jobspec", "validate", file("jobspecs", "gpu.yaml"));
        run("", "graph", "info", file("resource-graphs", "small.graphml"));
        run("quit\n", "query", "-L", file("resource-graphs", "ec2.json"), "-f", "jgf");
        run("", "simulate", "run", "--generate", "lublin:jobs=300,nodes=64", "--policy", POLICIES);
        run("", "simulate", "run", "--trace", file("examples/traces", "small.swf"), "--policy", POLICIES);
    }

    private String commands() {
        var text = new StringBuilder();
        for (int i = 0; i < MATCHES; i++) {
            text.append("match allocate ").append(file("jobspecs", "t" + (1 + i % 8) + ".yaml"));
            text.append("\ncancel ").append(i + 1).append('\n');
        }
        for (String operation : List.of("allocate", "allocate_orelse_reserve", "satisfiability")) {
            String match = "match " + operation + " " + file("jobspecs", "t1.yaml") + "\n";
            text.append(match).append(match);
        }
        return text.append("find status=up and agfilter=true\nlist\ninfo 17\nstat\nquit\n")
                .toString();
    }

    /** Returns as many commands as it takes until the code that a session always runs is compiled. */
    private String many() {
        var text = new StringBuilder();
        for (int i = 0; i < manyMatches; i++) {
            text.append("match allocate ").append(file("jobspecs", "t" + (6 + i % 3) + ".yaml"));
            text.append("\ncancel ").append(i + 1).append('\n');
        }
        return text.toString();
    }

    /** A daemon that is running. */
    @FunctionalInterface
    private interface Running {
        /** Whether it ends within this time. */
        boolean endsWithin(Duration time) throws InterruptedException;
    }

    /** How a daemon is started by the words of its command. */
    @FunctionalInterface
    private interface Starting {
        Running start(String... command) throws IOException;
    }

    private static Running thread(String... command) {
        var nobody = new PrintWriter(Writer.nullWriter());
        var terminal = new Terminal(InputStream.nullInputStream(), nobody, nobody);
        var daemon = new Thread(() -> Banyan.run(terminal, command), "rehearsal");
        daemon.setDaemon(true);
        daemon.start();
        return daemon::join;
    }

    /** A process that ends with this one, also where this one is killed. */
    private static Running process(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Attended.class.getName()));
        words.addAll(List.of(command));
        Process daemon = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return time -> daemon.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void daemon(Starting starting, Consumer<Path> questions) throws IOException, InterruptedException {
        Path state = Files.createTempDirectory("banyan-rehearsal");
        try {
            Running daemon = starting.start(
                    "start",
                    "--graph",
                    file("resource-graphs", "small.graphml"),
                    "--state",
                    state.toString(),
                    "--jobs-as-root");
            if (isUp(state)) {
                questions.accept(state);
            }
            run("", "stop", "--yes", "--state", state.toString());
            if (!daemon.endsWithin(patience)) {
                misused.add("a daemon: it does not start or does not stop within " + patience.toMillis() + " ms");
            }
        } finally {
            delete(state);
        }
    }

    private void tree() throws IOException {
        Path state = Files.createTempDirectory("banyan-rehearsal");
        try {
            new TreeRehearsal(home, state, manyMatches / MATCHES_A_ROUND).run();
        } catch (ClientException
                | CompletionException
                | DaemonException
                | GraphException
                | JobspecException
                | QuickstartFailure e) {
            misused.add("a tree: " + e.getMessage());
        } finally {
            delete(state);
        }
    }

    private boolean isUp(Path state) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < deadline) {
            if (run("", "jobs", "--state", state.toString()) == ExitStatus.DONE) {
                return true;
            }
            Thread.sleep(BETWEEN_TRIALS_MILLIS);
        }
        return false;
    }

    private void ask(Path state) {
        at(
                state,
                List.of("match", "allocate", file("jobspecs", "gpu.yaml")),
                List.of("match", "allocate", file("jobspecs", "impossible.yaml")),
                List.of("explain", file("jobspecs", "impossible.yaml")),
                List.of("grow", file("jobspecs", "one-more.yaml"), "--job", "1"),
                List.of("tree"),
                List.of("jobs", "-a"),
                List.of("info", "1"),
                List.of("find", "status=up"),
                List.of("cancel", "1"));
    }

    private void submit(Path state) {
        at(
                state,
                List.of("submit", "-n", "1", "--", "true"),
                List.of("jobs", "-a", "-o", "json"),
                List.of("queues"),
                List.of("nodes"),
                List.of("slurm", "sbatch", "-o", "/dev/null", "--wrap", "true"),
                List.of("slurm", "squeue"),
                List.of("slurm", "sacct", "-j", "1"),
                List.of("slurm", "sinfo"));
    }

    private void poll(Path state) {
        submitElsewhere(state);
        at(
                state,
                List.of("jobs"),
                List.of("jobs", "-a"),
                List.of("jobs", "--user", "nobody", "--status", "running", "--sort", "id"),
                List.of("queues"),
                List.of("nodes"),
                List.of("slurm", "squeue"),
                List.of("slurm", "squeue", "-h", "-r", "-o", "%i|%T"),
                List.of("slurm", "sacct", "-j", "1", "-n", "-P", "-o", "JobID,State,ExitCode"),
                List.of("slurm", "sinfo"));
    }

    /** Submits a job in a process of its own, so that the classes of the command stay out of the archive. */
    private void submitElsewhere(Path state) {
        try {
            if (!process("submit", "--state", state.toString(), "-n", "1", "--", "true")
                    .endsWithin(patience)) {
                misused.add("submit: the command does not end within " + patience.toMillis() + " ms");
            }
        } catch (IOException e) {
            misused.add("submit: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SafeVarargs
    private void at(Path state, List<String>... questions) {
        for (List<String> question : questions) {
            List<String> command = new ArrayList<>(question);
            command.addAll(1, List.of("--state", state.toString()));
            run("", command.toArray(String[]::new));
        }
    }

    private void delete(Path directory) {
        try {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(directory)) {
                files = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException stillWrittenTo) {
            misused.add(directory + " is left behind: " + stillWrittenTo.getMessage());
        }
    }
}
