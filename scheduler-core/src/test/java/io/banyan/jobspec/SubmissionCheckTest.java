package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tests what is checked in a submitted jobspec. */
class SubmissionCheckTest {
    private static Jobspec jobspec(String system) throws JobspecException {
        return jobspec("", system);
    }

    static Jobspec jobspec(String ofTask, String system) throws JobspecException {
        return JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["true"], "slot": "s", "count": {"per_slot": 1}%s}],
                 "attributes": {"system": {%s}}}""".formatted(ofTask, system), "test");
    }

    private static void refused(String system, String words) {
        assertThatThrownBy(() -> SubmissionCheck.check(jobspec(system)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @Test
    void anEnvironmentIsBounded() {
        Map<String, String> many = new LinkedHashMap<>();
        for (int i = 0; i <= SubmissionCheck.MOST_VARIABLES; i++) {
            many.put("V" + i, "");
        }
        assertThatThrownBy(() -> SubmissionCheck.requireEnvironment(many))
                .hasMessageContaining("at most 4096 variables");
        String half = "x".repeat(SubmissionCheck.LONGEST_VARIABLE - 1);
        SubmissionCheck.requireEnvironment(Map.of("A", half, "B", half));
        assertThatThrownBy(() -> SubmissionCheck.requireEnvironment(Map.of("A", half, "B", half, "C", half)))
                .hasMessageContaining("at most 262144 characters")
                .hasMessageContaining("--export");
        assertThatThrownBy(() -> SubmissionCheck.requireEnvironment(Map.of("KEY", "secret" + half)))
                .hasMessageContaining("'KEY'")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> SubmissionCheck.requireEnvironment(Map.of("A=B", "secret")))
                .hasMessageContaining("must not contain '='")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> SubmissionCheck.requireEnvironment(Map.of("A", "\0")))
                .hasMessageContaining("NUL");
    }

    @Test
    void aWorkingDirectoryIsAbsolute() {
        refused("\"cwd\": \"here\"", "'cwd' must be an absolute path, found 'here'");
    }

    @Test
    void umaskAndLimitsAreReadOrRefused() throws Exception {
        ShellOptions options = ShellOptions.of(jobspec("""
                "shell": {"options": {"umask": "0027", "rlimit": {"nofile": 300, "core": -1}}}""").attributes());
        assertThat(options.umask()).hasValue(027);
        assertThat(options.softLimits()).isEqualTo(Map.of("nofile", 300L, "core", ShellOptions.UNLIMITED));
        refused("\"shell\": {\"options\": {\"slurm-env\": 1}}", "'slurm-env' must be true or false, found 1");
        refused("\"shell\": {\"options\": {\"umask\": 22}}", "'umask' must be octal digits in quotes");
        refused("\"shell\": {\"options\": {\"umask\": \"0888\"}}", "'umask' must be octal digits in quotes");
        refused("\"shell\": {\"options\": {\"rlimit\": {\"files\": 3}}}", "unknown limit 'files' in 'rlimit'");
        refused("\"shell\": {\"options\": {\"rlimit\": {\"cpu\": -2}}}", "the limit 'cpu' must be a whole number");
        refused("\"shell\": [1]", "'shell' must be a mapping");
    }

    @Test
    void whatAJobspecSaysItselfHoldsOverWhatItsSubmitterHas() throws Exception {
        Attributes said = jobspec("""
                "cwd": "/own", "environment": {"A": "own"},
                "shell": {"options": {"umask": "0077", "rlimit": {"nofile": 5}, "output": {"stdout": {"path": "o"}}}}""").attributes();
        Attributes completed = said.submittedFrom(
                "/there", Map.of("A", "other", "B", "b"), OptionalInt.of(022), Map.of("nofile", 9L, "cpu", 8L));
        assertThat(completed.cwd()).hasValue("/own");
        assertThat(completed.environment()).isEqualTo(Map.of("A", "own", "B", "b"));
        ShellOptions options = ShellOptions.of(completed);
        assertThat(options.umask()).hasValue(077);
        assertThat(options.softLimits()).isEqualTo(Map.of("nofile", 5L, "cpu", 8L));
        assertThat(completed.system().toString()).contains("output={stdout={path=o}}");
        assertThat(ShellOptions.with(completed.system(), "f", "output", "stderr", "path")
                        .toString())
                .contains("stdout={path=o}", "stderr={path=f}", "umask=0077");
    }

    @Test
    void noTextOfAttributesShowsTheValueOfAVariable() throws Exception {
        Jobspec jobspec = jobspec("\"environment\": {\"KEY\": \"secret\"}");
        assertThat(jobspec.toString()).contains("KEY").doesNotContain("secret");
    }

    @Test
    void equalEnvironmentsAreOneObject() throws Exception {
        String environment = "\"environment\": {\"A\": \"1\", \"B\": \"2\"}";
        Map<String, String> first = jobspec(environment).attributes().environment();
        assertThat(jobspec("\"duration\": 5, " + environment).attributes().environment())
                .isSameAs(first);
        Map<String, String> turned = jobspec("\"environment\": {\"B\": \"2\", \"A\": \"1\"}")
                .attributes()
                .environment();
        assertThat(turned.keySet()).containsExactly("B", "A");
    }

    @Test
    void environmentsThatDifferInOneVariableShareTheOthers() throws Exception {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Map<String, String> one = jobspec(
                            "\"environment\": {\"LONG_NAME\": \"a long value\", \"B\": \"%d\"}".formatted(i))
                    .attributes()
                    .environment();
            assertThat(one).containsEntry("B", Integer.toString(i));
            entries.add(one.entrySet().iterator().next());
        }
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.getKey()).isSameAs(entries.getFirst().getKey());
            assertThat(entry.getValue()).isSameAs(entries.getFirst().getValue());
        });
    }

    @Test
    void namesArePrintable() throws Exception {
        refused("\"bank\": 7", "'bank' must be the name of an account, found 7");
        refused("\"bank\": \"a\\u202Eb\"", "an account's name must contain only printable characters, found U+202E");
        refused("\"bank\": \"" + "x".repeat(101) + "\"", "an account's name must be 1 to 100 printable characters");
        refused(
                "\"job\": {\"name\": \"\\u200B\"}",
                "a job's name must contain only printable characters, found U+200B");
        refused("\"job\": {\"name\": \"a/b\"}", "a job's name must not contain '/', found 'a/b'");
    }

    @Test
    void whatHasNoEffectIsRefusedByItsName() throws Exception {
        refused(
                "\"priority\": 3",
                "'priority' in 'system' is not supported here, expected one of duration, queue, constraints, cwd, environment, banyan, malleable, bank, "
                        + "dependencies, exec, files, job, shell");
        refused("\"durations\": 3", "Maybe 'duration' is meant.");
        refused("\"dependency\": []", "Maybe 'dependencies' is meant.");
        refused("\"shell\": {\"option\": {}}", "'option' in 'shell' is not supported here");
        refused("\"shell\": {\"options\": {\"mpi\": \"none\"}}", "'mpi' in 'shell.options' is not supported here");
        refused(output("\"batch-timeout\": 1"), "'batch-timeout' in 'output' is not supported here");
        refused(output("\"stderr\": {\"buffer\": {}}"), "'buffer' in 'output.stderr' is not supported here");
        refused("\"exec\": {\"bulkexec\": {}}", "'bulkexec' in 'exec' is not supported here");
        refused("\"job\": {\"name\": 5}", "'job.name' must be text");
        assertThatThrownBy(() -> SubmissionCheck.check(jobspec(", \"distribution\": \"cyclic\"", "")))
                .hasMessageContaining("'distribution' of a task is not supported here");
        assertThatThrownBy(() -> SubmissionCheck.check(jobspec(", \"attributes\": {\"a\": \"b\"}", "")))
                .hasMessageContaining("'a' in 'attributes of a task' is not supported here");
        SubmissionCheck.check(
                jobspec(
                        "\"duration\": 5, \"bank\": \"b\", \"job\": {\"name\": \"n\"}, \"exec\": {\"test\": {\"run_duration\": \"1s\"}}"));
    }

    private static String output(String options) {
        return "\"shell\": {\"options\": {\"output\": {" + options + "}}}";
    }

    @Test
    void outputsAreFilesWithModes() throws Exception {
        ShellOptions options = ShellOptions.of(jobspec(output("""
                "stdout": {"type": "kvs"}, "stderr": {"type": "file", "path": "e%j"}, "mode": "truncate\"""")).attributes());
        assertThat(options.output()).isEmpty();
        assertThat(options.errors()).hasValue(new OutputName("e%j"));
        assertThat(options.truncates()).isTrue();
        assertThat(ShellOptions.of(Attributes.none()).truncates()).isFalse();
        refused(output("\"mode\": \"both\""), "'mode' of 'output' must be append or truncate, found both");
        refused(output("\"stdout\": {\"type\": \"pipe\"}"), "'type' of 'output.stdout' must be file or kvs");
        refused(output("\"stdout\": {\"type\": \"file\"}"), "'output.stdout' of the type file requires 'path'");
        refused(output("\"stderr\": {\"path\": 7}"), "'path' of 'output.stderr' must be text");
    }

    private static ShellOptions earlier(String system) throws Exception {
        return ShellOptions.ofEarlier(jobspec(system).attributes());
    }

    /** Jobs that wait in a journal were submitted to a version that refused less. */
    @Test
    void whatIsRefusedNowIsLeftOutOfAJobThatWasSubmittedBefore() throws Exception {
        ShellOptions options = earlier("""
                "shell": {"verbose": 1, "options": {"mpi": "none", "umask": 22, "rlimit": {"odd": 1},
                 "output": {"mode": "both", "batch-timeout": 1, "stdout": {"path": "o-%t-%j", "label": true},
                  "stderr": {"type": "file", "path": 7}}, "input": {"stdin": {"path": "in-%N", "buffer": 1}}}}""");
        assertThat(options)
                .isEqualTo(new ShellOptions(
                        OptionalInt.empty(),
                        Map.of(),
                        Optional.of(new OutputName("o-%t-%j")),
                        Optional.empty(),
                        false,
                        true,
                        false,
                        new InputOptions.File(new OutputName("in-%N")),
                        false));
        assertThat(options.output().orElseThrow().of(new OutputName.Values(17, "n", "ann", 17, 0, "node3")))
                .isEqualTo("o-%t-17");
        String kept = "\"shell\": {\"verbose\": 1, \"options\": {\"umask\": \"0022\"}}";
        assertThat(earlier(kept).umask()).hasValue(18);
        assertThat(earlier("\"shell\": 7")).isEqualTo(ShellOptions.of(Attributes.none()));
        assertThat(earlier(terminal("", ", \"output\": {\"stdout\": {\"path\": \"o\"}}"))
                        .input())
                .isEqualTo(new InputOptions.Terminal(0));
    }

    private static String terminal(String more, String output) {
        return "\"shell\": {\"options\": {\"input\": {\"stdin\": {\"type\": \"terminal\"" + more + "}}" + output + "}}";
    }

    @Test
    void aTerminalIsThatOfOneTaskWithoutFilesForItsOutput() throws Exception {
        assertThat(ShellOptions.of(jobspec(terminal("", "")).attributes()).input())
                .isEqualTo(new InputOptions.Terminal(0));
        assertThat(ShellOptions.of(jobspec(terminal("", "")).withTerminal("3").attributes())
                        .input())
                .isEqualTo(new InputOptions.Terminal(3));
        refused(
                terminal(", \"ranks\": \"all\"", ""),
                "the type terminal of 'input.stdin' requires 'ranks' with the number of one task");
        refused(terminal(", \"path\": \"f\"", ""), "the type service or terminal and 'ranks'");
        refused(
                terminal("", ", \"output\": {\"stdout\": {\"path\": \"o\"}}"),
                "a job with a terminal cannot have output files or labels before its lines");
        refused(
                terminal("", ", \"output\": {\"stderr\": {\"label\": true}}"),
                "a job with a terminal cannot have output files");
    }

    @Test
    void placeholdersOfFileNamesAreKnown() {
        var values = new OutputName.Values(17, "a/b", "ann", 15, 12, "node3");
        assertThat(OutputName.checked("o-%j-%x-%u-%A-%a-%b-%N-%%-{{id}}-{{name}}-{{jobid}}-{{node.name}}")
                        .of(values))
                .isEqualTo("o-17-a_b-ann-15-12-2-node3-%-17-a_b-17-node3");
        assertThat(OutputName.checked("%4j_%03a_%1A_%99j").of(values)).isEqualTo("0017_012_15_0000000017");
        for (String unknown : List.of("%J", "%n", "%t", "%3x", "%5%", "{{taskid}}", "%\n")) {
            assertThatThrownBy(() -> OutputName.checked("out-" + unknown))
                    .as(unknown)
                    .hasMessageContaining("unknown placeholder '" + unknown + "' in the file name")
                    .hasMessageContaining("the placeholders are %j or {{id}}");
        }
    }
}
