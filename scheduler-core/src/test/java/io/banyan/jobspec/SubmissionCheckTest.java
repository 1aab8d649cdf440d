package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What is checked of a jobspec that is submitted. */
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
                .hasMessageContaining("without '='")
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
}
