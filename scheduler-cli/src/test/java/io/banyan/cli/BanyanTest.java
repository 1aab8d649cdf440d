package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.Printer;
import io.banyan.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BanyanTest {
    /** Commands whose options stand behind the name of a subcommand. */
    private static final Set<String> SUBCOMMANDS = Set.of("reservation", "resource", "token");

    @TempDir
    private Path directory;

    @Test
    void printsItsVersion() {
        Run run = Run.banyan("--version");
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("banyan ");
    }

    @Test
    void theHelpIsNamedWhereItIsNoCommand() {
        assertThat(Run.banyan("help").err()).contains("Maybe 'banyan --help' is meant.");
        assertThat(Run.banyan("token", "help").err()).contains("Maybe 'banyan token --help' is meant.");
    }

    @Test
    void anArgumentThatIsNotUtf8IsRefused() {
        Run run = Run.banyan("submit", "-n", "1", "--", "printf", "a\uFFFD");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("banyan: The argument 'a\uFFFD' is not valid UTF-8.\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cancel;;JOB",
                "cancel;a; ;JOB",
                "cancel;--name;;--name",
                "cancel;--queue;;--queue",
                "cancel;--user;a,,b;--user",
                "release;;JOB",
                "requeue;;JOB",
                "info;;JOB",
                "wait;;JOB",
                "jobs;;JOB",
                "drain;;--reason;x;NODE",
                "undrain;;NODE",
                "nodes;;NAME",
                "queues;stop;;QUEUE",
                "submit;;SCRIPT | JOBSPEC | COMMAND",
                "run;-n;1;--;;a;SCRIPT | JOBSPEC | COMMAND",
                "grow;;JOBSPEC",
                "match;allocate;;JOBSPEC",
                "explain;;JOBSPEC | JOBID",
                "resource;remove;;PATH",
                "reservation;cancel;;NAME",
                "token;revoke;;NAME",
                "jobspec;validate;;An argument"
            })
    void anEmptyWordIsRefused(String line) {
        List<String> all = List.of(line.split(";", -1));
        List<String> words = new ArrayList<>(all.subList(0, all.size() - 1));
        if (!words.getFirst().equals("jobspec")) {
            // A command that is not refused must not reach a daemon of this machine.
            words.addAll(1, List.of("--state", directory.toString()));
            if (SUBCOMMANDS.contains(words.getFirst())) {
                words.add(1, words.remove(3));
            }
        }
        Run run = Run.banyan(words.toArray(String[]::new));
        assertThat(run.err()).containsPattern("banyan: \\Q" + all.getLast() + "\\E (is empty|has an empty item)\\.");
        assertThat(run.status()).isEqualTo(2);
    }

    private static Terminal nobody() {
        return new Terminal(
                InputStream.nullInputStream(),
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()));
    }

    @Test
    void everyCommandHasTheNameByWhichItIsFound() {
        Banyan.commands(nobody()).forEach((name, create) -> {
            Object made = create.get();
            CommandLine command = made instanceof CommandLine line ? line : new CommandLine(made);
            assertThat(command.getCommandName()).isEqualTo(name);
        });
    }

    @Test
    void everyCommandPrintsItsResultForProgramsButThoseThatTheReadmeNames() {
        Set<String> without = new TreeSet<>();
        Banyan.commands(nobody()).forEach((name, create) -> {
            Object made = create.get();
            collect(name, made instanceof CommandLine line ? line : new CommandLine(made), without);
        });
        assertThat(without)
                .containsExactly(
                        "completion",
                        "graph convert",
                        "graph discover",
                        "graph generate",
                        "graph plot",
                        "query",
                        "start",
                        "workflow export",
                        "workflow logs",
                        "workflow serve",
                        "workflow show");
    }

    /**
     * The commands below that have no {@code --format json}. Hidden ones print what commands of other programs print.
     */
    private static void collect(String name, CommandLine command, Set<String> without) {
        command.getSubcommands().forEach((word, below) -> collect(name + " " + word, below, without));
        if (command.getSubcommands().isEmpty()
                && !command.getCommandSpec().usageMessage().hidden()
                && (Printer.of(command.getCommandSpec()).isEmpty()
                        || command.getCommandSpec().findOption("--format") == null)) {
            without.add(name);
        }
    }

    @Test
    void aCommandIsTheSameWhetherTheOthersAreThereOrNot() {
        Run alone = Run.banyan("jobs", "--help");
        assertThat(alone.out()).startsWith("Usage: banyan jobs ");
        assertThat(Run.banyan("--debug", "jobs", "--help")).isEqualTo(alone);
    }

    @Test
    void listsItsCommands() {
        Run run = Run.banyan("--help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("jobspec", "Exit status");
    }

    @Test
    void saysOneClearThingOfAnUnknownOption() {
        Run run = Run.banyan("jobspec", "validate", "--formatt", "json");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("--formatt", "Maybe '--format' is meant.", "Try 'banyan jobspec validate --help'.")
                .doesNotContain("\tat ");
    }

    @Test
    void saysOneClearThingOfAnUnknownCommand() {
        Run run = Run.banyan("jobspecs");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .contains("'jobspecs'", "Maybe 'jobspec' is meant.")
                .doesNotContain("\tat ");
    }

    @Test
    void saysWhatIsExpectedOfAValue() {
        assertWrongUse("banyan: JOBID must be a whole number, found 'x'", "logs", "x");
        assertWrongUse("banyan: --timeout must be a whole number, found '1s'", "tree", "--timeout", "1s");
        assertWrongUse("banyan: --times must be a number, found 'x'", "submit", "--times", "2=x", "--", "true");
        assertWrongUse("banyan: --retry requires --follow", "events", "--retry", "2s");
        assertWrongUse("banyan: --format must be text, json or yaml, found 'xml'", "tree", "-o", "xml");
        assertWrongUse("banyan: Missing command: expected validate", "jobspec");
        assertWrongUse("banyan: Unexpected argument 'b'", "graph", "info", "a", "b");
        assertWrongUse(
                "banyan: --graph-format and --load-allowlist require --graph FILE",
                "start",
                "--state",
                "nowhere",
                "--graph-format",
                "jgf");
        assertWrongUse("banyan: Invalid criteria: status must be up or down, found 'x'", "find", "status=x");
    }

    @Test
    void anEmptyPathIsNoneAndNoOtherDigitsAreRead() {
        assertWrongUse("banyan: --state is empty", "tree", "--state", "");
        assertWrongUse("banyan: --state: expected a directory, found ''", "start", "--state", "", "--graph", "g");
        assertWrongUse("banyan: --graph: expected a file, found ''", "start", "--graph", "");
        assertWrongUse("banyan: JOBID must be a whole number, found '\u0661'", "logs", "\u0661");
        assertWrongUse(
                "banyan: No daemon can be reached at h:0: specify the port", "start", "--graph", "g", "--peers", "h:0");
        assertWrongUse("banyan: --limit requires --since", "jobs", "--limit", "1");
    }

    /** The file may be there the next time; the words were right. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain nothing.yaml",
                "match allocate nothing.yaml",
                "spawn nothing.yaml",
                "jobspec validate nothing.yaml",
                "attach nothing.json",
                "graph info nothing.json",
                "graph validate nothing.json",
                "graph convert nothing.json",
                "query -L nothing.json",
                "config check nothing.yaml",
                "start --config nothing.yaml"
            })
    void aFileThatIsNotThereIsNoWrongUse(String words) {
        Run run = Run.banyan(words.split(" "));
        assertThat(run.err()).contains("no", "nothing.");
        assertThat(run.status()).isEqualTo(1);
    }

    private static void assertWrongUse(String message, String... args) {
        Run run = Run.banyan(args);
        assertThat(run.err()).startsWith(message + "." + System.lineSeparator());
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(2);
    }

    @Test
    void asksForACommandWhereThereIsNone() {
        Run run = Run.banyan();
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--help");
    }
}
