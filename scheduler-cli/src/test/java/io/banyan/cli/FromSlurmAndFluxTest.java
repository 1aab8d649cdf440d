package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.client.RunningDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.value.JobState;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The commands of docs/user/from-slurm-and-flux.md, each of which is run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class FromSlurmAndFluxTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "user", "from-slurm-and-flux.md");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CTRL_C = "\003";
    private static final int INTERRUPTED = 130;
    /** The commands that users who come from other schedulers type first. */
    private static final List<String> FIRST = List.of(
            "sbatch",
            "srun",
            "salloc",
            "squeue",
            "scancel",
            "sinfo",
            "sacct",
            "scontrol show job",
            "scontrol hold",
            "scontrol release",
            "scontrol requeue",
            "scontrol update",
            "sprio",
            "sshare",
            "sstat",
            "flux submit",
            "flux run",
            "flux alloc",
            "flux batch",
            "flux jobs",
            "flux cancel",
            "flux resource",
            "flux job info",
            "flux job attach",
            "flux queue",
            "flux watch",
            "flux pgrep",
            "flux bulksubmit",
            "flux tree",
            "hq submit --array",
            "hq submit --each-line",
            "hq submit --from-json",
            "hq job progress");
    /** The commands that need a terminal, and what is typed there to end them. */
    private static final Map<String, String> AT_A_TERMINAL =
            Map.of("run -n 1 --pty", "exit\n", "alloc", "exit\n", "top", CTRL_C, "watch", CTRL_C);
    /** The commands that are for jobs that wait. */
    private static final Set<String> OF_PENDING = Set.of("hold", "release", "urgency", "explain", "priority");
    /** The commands that are for jobs that end. */
    private static final Set<String> OF_ENDING = Set.of("wait", "progress", "attach", "logs", "usage");

    @TempDir
    private static Path directory;

    private final CommandLine banyan = Banyan.whole(new Terminal(
            InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter())));
    private RunningDaemon site;
    private BanyanClient client;

    @BeforeAll
    void begin() throws Exception {
        site = RunningDaemon.in(
                directory,
                config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .launcher(BanyanProcess.children())
                        .queueing(queues()));
        client = BanyanClient.ofStateDirectory(site.state());
        for (String node : List.of("/cluster0/rack0/node0", "/cluster0/rack0/node2")) {
            for (String property : List.of("skylake", "ib")) {
                ok(site.banyan("property set", node, property + "=yes"));
            }
        }
        makeFiles();
    }

    private static void ok(Run run) {
        assertThat(run.status()).as(run.out() + run.err()).isZero();
    }

    private static Queues queues() {
        return new Queues(
                QueuePolicy.EASY,
                List.of(QueueText.queue("batch"), QueueText.queue("debug")),
                QueueLimits.NONE,
                QueueText.priority("fairshare=10", List.of(QueueText.account("physics"))));
    }

    private void makeFiles() throws IOException {
        program("job.sh", "#!/bin/sh\n#SBATCH --job-name hello\necho hello \"$@\"\n");
        program("a.out", "#!/bin/sh\necho rank\n");
        Files.writeString(directory.resolve("commands.txt"), "echo a\necho b\n");
        Files.writeString(
                directory.resolve("jobs.json"), "{\"command\": \"echo a\"}\n{\"command\": [\"echo\", \"b\"]}\n");
        Files.copy(Path.of("..", "jobspecs", "hello.yaml"), directory.resolve("job.yaml"));
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterAll
    void stop() {
        if (site != null) {
            client.close();
            site.close();
        }
    }

    @AfterEach
    void endAllJobs() throws Exception {
        List<String> cancel = new ArrayList<>(List.of("cancel"));
        client.jobs(new JobRead.Jobs(false))
                .jobs()
                .forEach(job -> cancel.add(job.id().toString()));
        if (cancel.size() > 1) {
            Run.banyan(asked(cancel));
        }
        await().atMost(PATIENCE)
                .until(() -> client.jobs(new JobRead.Jobs(false)).jobs().isEmpty());
    }

    private static Stream<String> commands() throws IOException {
        return DocumentedCommands.inTables(DOCUMENT).stream()
                .filter(code -> code.startsWith("banyan "))
                .map(code -> code.substring("banyan ".length()))
                .distinct();
    }

    /** One after the other: all ask one daemon. */
    @ParameterizedTest
    @MethodSource("commands")
    @Execution(ExecutionMode.SAME_THREAD)
    void eachCommandDoesWhatItSays(String command) throws Exception {
        String typed = command.contains("JOB") ? command.replace("JOB", Long.toString(job(command))) : command;
        prepare(command);
        List<String> words =
                DocumentedCommands.words(typed).stream().map(this::inDirectory).toList();
        for (Map.Entry<String, String> interactive : AT_A_TERMINAL.entrySet()) {
            if (command.startsWith(interactive.getKey())) {
                atATerminal(words, interactive.getValue());
                return;
            }
        }
        Run run = Run.banyan(asked(words));
        // An explanation of a job that does not start now is a no.
        assertThat(run.status())
                .as(run.out() + run.err())
                .isBetween(ExitStatus.DONE, command.startsWith("explain") ? ExitStatus.NO : ExitStatus.DONE);
    }

    /** Makes what a command names. */
    private void prepare(String command) {
        if (command.contains("--reservation maint")) {
            ok(site.banyan("reservation create", "maint", "--hosts", "node6", "-t", "1h", "--user", "owner"));
        }
        if (command.contains("--name hello")) {
            submit("-n", "1", "--", "sleep", "600");
        }
    }

    /** A file of the document is one of the test's. */
    private String inDirectory(String word) {
        Path file = directory.resolve(word.startsWith("./") ? word.substring(2) : word);
        return word.matches("bin|(\\./)?[a-z]+\\.(sh|out|txt|json|yaml)") ? file.toString() : word;
    }

    /** The words with the daemon that is asked, behind the names of the command. */
    private String[] asked(List<String> words) {
        CommandLine command = banyan;
        List<String> all = new ArrayList<>(words);
        int names = 0;
        while (names < words.size() && command.getSubcommands().containsKey(words.get(names))) {
            command = command.getSubcommands().get(words.get(names));
            names++;
        }
        if (command.getCommandSpec().findOption("--state") != null) {
            all.addAll(names, List.of("--state", site.state().toString()));
        }
        return all.toArray(String[]::new);
    }

    /** The number of a job that is as this command wants it. */
    private long job(String command) throws Exception {
        String first = command.split(" ", 2)[0];
        if (OF_ENDING.contains(first)) {
            return submit("-n", "1", "--", "sh", "-c", "echo hello");
        }
        if (first.equals("release")) {
            return submit("--hold", "-n", "1", "--", "sleep", "600");
        }
        if (OF_PENDING.contains(first)) {
            submit("-N", "8", "--", "sleep", "600");
            return submit("-n", "1", "-t", "1h", "--", "sleep", "600");
        }
        // A job is running a moment before its first task, which a signal needs.
        Path started = directory.resolve("started");
        Files.deleteIfExists(started);
        long job = submit("-n", "1", "-t", "1h", "--", "sh", "-c", "touch '" + started + "'; exec sleep 600");
        await().atMost(PATIENCE).until(() -> Files.exists(started));
        await().atMost(PATIENCE)
                .until(() -> client.jobs(new JobRead.Jobs(false)).jobs().stream()
                        .anyMatch(it -> it.id().value() == job && it.state() == JobState.RUNNING));
        return job;
    }

    private long submit(String... words) {
        List<String> all = new ArrayList<>(List.of("submit", "--parsable", "--name", "hello"));
        all.addAll(List.of(words));
        Run run = Run.banyan(asked(all));
        ok(run);
        return Long.parseLong(run.out().strip());
    }

    /** Runs a command at a terminal that script(1) makes. */
    private void atATerminal(List<String> words, String typed) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "this machine has no script(1)");
        Path said = directory.resolve("said");
        String line = BanyanProcess.words(asked(words)).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        // The tests may run where SIGINT is ignored, as in the background of a shell.
        Path file = Files.writeString(directory.resolve("commands"), "exec env --default-signal=INT " + line + "\n");
        Process script = new ProcessBuilder("/usr/bin/script", "-qefc", "sh " + file, "/dev/null")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
                // A command that is interrupted before it has shown anything has not been run.
                if (!typed.equals(CTRL_C) || Files.size(said) > 0) {
                    type(script, typed);
                }
                return !script.isAlive();
            });
            assertThat(script.exitValue())
                    .as(Files.readString(said, StandardCharsets.ISO_8859_1))
                    .isIn(ExitStatus.DONE, INTERRUPTED);
        } finally {
            script.destroyForcibly();
        }
    }

    private static void type(Process terminal, String typed) {
        try {
            terminal.getOutputStream().write(typed.getBytes(StandardCharsets.US_ASCII));
            terminal.getOutputStream().flush();
        } catch (IOException over) {
            // The command has ended, and the terminal with it.
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void thereIsALineForEachCommandThatNewcomersTypeFirst() throws Exception {
        List<String> all = DocumentedCommands.inTables(DOCUMENT);
        assertThat(FIRST).allSatisfy(first -> assertThat(all).anyMatch(code -> (code + " ").startsWith(first + " ")));
    }
}
