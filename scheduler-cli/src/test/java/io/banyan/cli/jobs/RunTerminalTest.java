package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.wire.client.InputMessages;
import io.banyan.rpc.wire.client.InputMessages.WindowSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that have a terminal, started by commands that have one, which script(1) makes. */
@Timeout(180)
class RunTerminalTest extends WithDaemon {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String[] SHELL = {"--", "env", "PS1=READY> ", "bash", "--norc", "--noprofile", "-i"};
    private static final String CTRL_C = "\003";
    private static final String CTRL_D = "\004";
    private static final String CTRL_Z = "\032";
    private static final String CTRL_BACKSLASH = "\034";

    @TempDir
    private Path files;

    private Process script;

    RunTerminalTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    @BeforeEach
    void needPrograms() {
        for (String program : List.of("/usr/bin/script", "/usr/bin/perl", "/bin/bash")) {
            assumeTrue(Files.isExecutable(Path.of(program)), "this machine has no " + program);
        }
    }

    @AfterEach
    void endTheTerminal() {
        if (script != null) {
            script.destroyForcibly();
        }
    }

    private Path said() {
        return files.resolve("said");
    }

    /** Returns what the terminal has shown. */
    private String shown() throws IOException {
        return Files.readString(said(), StandardCharsets.ISO_8859_1);
    }

    private void awaitShown(String text) {
        await().atMost(PATIENCE).until(() -> shown().contains(text));
    }

    private void type(String text) throws IOException {
        script.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        script.getOutputStream().flush();
    }

    /**
     * Types it again and again until the terminal shows a text: a key that comes before the program for which it is has
     * begun has no effect on that.
     */
    private void typeUntil(String keys, String text) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
            boolean isShown = shown().contains(text);
            if (!isShown) {
                type(keys);
            }
            return isShown;
        });
    }

    private String found(String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(shown());
        assertThat(matcher.find()).as(shown()).isTrue();
        return matcher.group(1);
    }

    /**
     * Runs it on a terminal of 33 rows and 101 columns, and says there how that was set before and is set afterwards.
     */
    private void run(String... words) throws IOException {
        List<String> all = BanyanProcess.words("run", "--state", site().state().toString(), "-n", "1", "--pty");
        all.addAll(List.of(words));
        String command = all.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path file = Files.writeString(files.resolve("commands"), """
                stty rows 33 cols 101 sane
                saved=$(stty -g)
                echo "on=$(tty)"
                (echo "pid=$(exec sh -c 'echo $PPID')."; exec %s)
                echo "status=$?."
                tries=0
                while [ "$(stty -g)" != "$saved" ] && [ "$tries" -lt 100 ]; do tries=$((tries + 1)); sleep 0.1; done
                [ "$(stty -g)" = "$saved" ] && echo restored || stty -a
                echo over
                """.formatted(command));
        script = new ProcessBuilder("/usr/bin/script", "-qefc", "sh " + file, "/dev/null")
                .redirectErrorStream(true)
                .redirectOutput(said().toFile())
                .start();
    }

    @Test
    void aShellOfAJobHasATerminalWithTheWindowAndTheKeysOfThisOne() throws Exception {
        run(SHELL);
        awaitShown("READY> ");
        type("tty; stty size; echo fir\"\"st\r");
        awaitShown("first");
        assertThat(shown()).containsPattern("/dev/pts/[0-9]+\r\n33 101\r\n");
        assertThat(new ProcessBuilder("stty", "-F", found("on=(/dev/pts/[0-9]+)"), "rows", "44", "cols", "55")
                        .start()
                        .waitFor())
                .isZero();
        type("until [ \"$(stty size)\" = '44 55' ]; do sleep 0.1; done; echo oth\"\"er\r");
        awaitShown("other");
        type("sleep 1000\r");
        typeUntil(CTRL_C + "echo after C: $?\r", "after C: 130");
        type("sleep 1000\r");
        typeUntil(CTRL_BACKSLASH + "echo after Q: $?\r", "after Q: 131");
        type("sleep 1000\r");
        typeUntil(CTRL_Z, "Stopped");
        type("exec sh -c 'echo rea\"\"ds; cat; exit 7'\r");
        awaitShown("reads");
        type(CTRL_D);
        awaitShown("over");
        assertThat(shown()).contains("status=7.").contains("restored");
    }

    @Test
    void theTerminalIsRestoredAndTheJobEndsWhereTheCommandIsEnded() throws Exception {
        run(SHELL);
        awaitShown("READY> ");
        assertThat(ProcessHandle.of(Long.parseLong(found("pid=([0-9]+)\\.")))
                        .orElseThrow()
                        .destroy())
                .isTrue();
        awaitShown("over");
        assertThat(shown()).contains("status=143.").contains("restored");
        assertThat(banyan("wait", "1").status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void theTerminalIsRestoredWhereTheCommandIsKilled() throws Exception {
        run(SHELL);
        awaitShown("READY> ");
        assertThat(ProcessHandle.of(Long.parseLong(found("pid=([0-9]+)\\.")))
                        .orElseThrow()
                        .destroyForcibly())
                .isTrue();
        awaitShown("over");
        assertThat(shown()).contains("status=137.").contains("restored");
        assertThat(banyan("cancel", "1").status()).isZero();
    }

    @Test
    void aJobWhoseTerminalIsHungUpHearsOfIt() throws Exception {
        Path heard = files.resolve("heard");
        Path file = Files.writeString(files.resolve("job.json"), """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "trap 'stty size >%s; exit 3' HUP; stty size >%s; sleep 1000 & wait"],
                  "slot": "s", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"shell": {"options": {"input": {"stdin": {"type": "terminal"}}}}}}}""".formatted(heard + ".end", heard));
        assertThat(banyan("submit", file.toString()).status()).isZero();
        InputMessages.Piece piece = InputMessages.Piece.of(new JobId(1), 0, new byte[0], 0, false);
        try (BanyanClient client = BanyanClient.ofStateDirectory(site().state())) {
            await().atMost(PATIENCE)
                    .until(() -> !client.queueing()
                            .input(piece.with(new WindowSize(5, 6)))
                            .isWaiting());
            await().atMost(PATIENCE).until(() -> Files.exists(heard) && Files.size(heard) > 0);
            assertThat(heard).hasContent("5 6");
            var unused = client.queueing().input(InputMessages.Piece.of(new JobId(1), 0, new byte[0], 0, true));
        }
        assertThat(banyan("wait", "1").status()).isEqualTo(ExitStatus.NO);
        assertThat(Path.of(heard + ".end")).exists();
    }

    private void assertRefused(String why, String... words) {
        List<String> all = new ArrayList<>(List.of("-n", "1", "--pty"));
        all.addAll(List.of(words));
        Run run = Run.banyanReading("", site().words("run", all.toArray(String[]::new)));
        assertThat(run.status()).isNotZero();
        assertThat(run.err() + run.out()).contains(why);
        assertThat(banyan("jobs", "--all", "-o", "json").out()).doesNotContain("\"id\"");
    }

    @Test
    void aTerminalIsRefusedWhereItMakesNoSense() {
        assertRefused("--pty requires standard input to be a terminal", "--", "true");
        assertRefused("--pty cannot be used with JSON output", "--format", "json", "--", "true");
        assertRefused("cannot have output files or labels before its lines", "--label-io", "--", "true");
        assertRefused("cannot have output files or labels before its lines", "-o", "x", "--", "true");
        assertRefused("--input must be the number of that task, found 'all'", "--input", "all", "--", "true");
        assertRefused("--pty cannot be used with an array", "--array", "0-3", "--", "true");
    }
}
