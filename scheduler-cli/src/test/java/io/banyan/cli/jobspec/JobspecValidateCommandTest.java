package io.banyan.cli.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobspecValidateCommandTest {
    private static final String VALID = "{version: 1, resources: [{type: node, count: 1}], tasks: [], attributes: }";

    @TempDir
    private Path directory;

    @Test
    void acceptsAValidFile() throws IOException {
        Path file = Files.writeString(directory.resolve("good.yaml"), VALID);
        Run run = Run.banyan("jobspec", "validate", file.toString());
        assertThat(run).isEqualTo(new Run(0, file + ": valid\n", ""));
    }

    @Test
    void saysWhatIsWrongOfEachFile() throws IOException {
        Path good = Files.writeString(directory.resolve("good.yaml"), VALID);
        Path bad = Files.writeString(directory.resolve("bad.yaml"), VALID.replace("count: 1", "count: -1"));
        Path missing = directory.resolve("missing.yaml");
        Run run = Run.banyan("jobspec", "validate", good.toString(), bad.toString(), missing.toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEqualTo(good + ": valid\n");
        assertThat(run.err().lines())
                .containsExactly(
                        bad + ":1:46: a count must be from 1 to 4294967295, found -1.", missing + ": no such file.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'dependencies: [{scheme: foo, value: \"1\"}]' | there is no dependency scheme 'foo'",
                "'dependencies: {scheme: foo}' | 'dependencies' must be a list",
                "'banyan: {deadline: 1795000000}' | a job with a deadline must have a duration",
                "'malleable: {least: 1}' | unknown key 'least' in 'malleable'",
                "'banyan: {policy: best}' | best",
                "'bank: \"a\\u202Eb\"' | name must contain only printable characters",
                "'job: {name: \"\\u200B\"}' | name must contain only printable characters"
            })
    void refusesWhatSubmitRefuses(String attribute, String why) {
        Run run = Run.banyanReading(
                VALID.replace("attributes: }", "attributes: {system: {" + attribute + "}}}"), "jobspec", "validate");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith("Standard input: ").contains(why);
    }

    @Test
    void readsStandardInput() {
        assertThat(Run.banyanReading(VALID, "jobspec", "validate"))
                .isEqualTo(new Run(0, "standard input: valid\n", ""));
        assertThat(Run.banyanReading("nothing", "jobspec", "validate", "-").status())
                .isEqualTo(1);
    }

    @Test
    void answersInJson() {
        Run run = Run.banyanReading(VALID, "jobspec", "validate", "-o", "json");
        assertThat(run.out()).contains("\"file\" : \"standard input\"", "\"valid\" : true");
    }

    @Test
    void refusesADirectoryAndABinaryFile() throws IOException {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Run run = Run.banyan("jobspec", "validate", directory.toString(), binary.toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("is a directory", "not UTF-8 text");
    }

    @Test
    void refusesWhatASubmissionRefuses() {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["true"], "slot": "s", "count": {"per_slot": 1}}], "attributes": {"system": {%s}}}""";
        Map.of(
                        "\"priority\": 3", "'priority' in 'system' is not supported here",
                        "\"cwd\": \"here\"", "'cwd' must be an absolute path",
                        "\"dependencies\": [{\"scheme\": \"foo\", \"value\": \"1\"}]",
                                "there is no dependency scheme 'foo'",
                        "\"shell\": {\"options\": {\"output\": {\"stdout\": {\"path\": \"%q\"}}}}",
                                "unknown placeholder '%q'")
                .forEach((system, words) -> {
                    Run run = Run.banyanReading(jobspec.replace("%s", system), "jobspec", "validate");
                    assertThat(run.status()).isEqualTo(ExitStatus.NO);
                    assertThat(run.err()).startsWith("Standard input: ").contains(words);
                });
    }
}
