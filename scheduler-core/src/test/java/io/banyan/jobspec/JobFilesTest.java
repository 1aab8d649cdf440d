package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFilesTest {
    private static Jobspec jobspec(String files) throws JobspecException {
        return JobspecReader.read(
                "{\"version\": 1, \"resources\": [{\"type\": \"slot\", \"count\": 1, \"label\": \"s\", \"with\": [{\"type\": \"core\", \"count\": 1}]}], "
                        + "\"tasks\": [{\"command\": [\"true\"], \"slot\": \"s\", \"count\": {\"total\": 1}}], \"attributes\": {\"system\": {\"files\": "
                        + files + "}}}",
                "test");
    }

    private static JobFiles files(String files) throws JobspecException {
        return JobFiles.of(jobspec(files).attributes());
    }

    @Test
    void filesAreReadInTheFormOfRfc37() throws JobspecException {
        JobFiles files = files(
                "{\"a\": {\"mode\": 33216, \"encoding\": \"utf-8\", \"data\": \"\u00E9\\n\"}, \"b\": {\"encoding\": \"base64\", \"data\": \"AAH/\"}, \"c\": \"text\"}");
        assertThat(files.files().keySet()).containsExactly("a", "b", "c");
        JobFiles.JobFile first = files.files().values().iterator().next();
        assertThat(first.permissions()).isEqualTo(0700);
        assertThat(first.bytes()).isEqualTo("\u00E9\n".getBytes(StandardCharsets.UTF_8));
        assertThat(files.files()).hasEntrySatisfying("b", file -> {
            assertThat(file.bytes()).containsExactly(0, 1, -1);
            assertThat(file.permissions()).isEqualTo(0600);
        });
        assertThat(files(null + "").isEmpty()).isTrue();
    }

    @Test
    void aScriptThatIsCarriedCanBeSubmitted() throws JobspecException {
        Jobspec carrying = JobFiles.carriedBy(jobspec("null"), JobFiles.script("script", "#!/bin/sh\necho\n"));
        SubmissionCheck.check(carrying);
        assertThat(JobspecReader.read(JobspecWriter.json(carrying), "written")).isEqualTo(carrying);
        assertThat(JobFiles.of(carrying.attributes()).files().get("script").permissions())
                .isEqualTo(0700);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[]; 'files' must be a mapping",
                "{\"a/b\": \"x\"}; must contain file names without a slash, found 'a/b'",
                "{\"..\": \"x\"}; found '..'",
                "{\"a\\n\": \"x\"}; found 'a?'",
                "{\"a\": {\"mode\": 41471, \"data\": \"x\"}}; 'mode' of 'files.a' must be the mode of a regular file",
                "{\"a\": {\"mode\": 35309, \"data\": \"x\"}}; 'mode' of 'files.a' must be the mode of a regular file",
                "{\"a\": {\"mode\": \"0700\", \"data\": \"x\"}}; 'mode' of 'files.a' must be the mode of a regular file",
                "{\"a\": {}}; 'data' of 'files.a' must be text",
                "{\"a\": {\"data\": {\"x\": 1}}}; 'data' of 'files.a' must be text",
                "{\"a\": {\"data\": \"x\", \"encoding\": \"zip\"}}; 'encoding' of 'files.a' must be utf-8 or base64, found zip",
                "{\"a\": {\"data\": \"?\", \"encoding\": \"base64\"}}; 'data' of 'files.a' is not base64",
                "{\"a\": {\"data\": \"x\", \"owner\": 0}}; 'owner' in 'files.a' is not supported here"
            })
    void whatIsNoFileIsRefusedWhenItIsSubmitted(String files, String sentence) throws JobspecException {
        Jobspec jobspec = jobspec(files);
        assertThatThrownBy(() -> SubmissionCheck.check(jobspec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void theSizeOfFilesIsBounded() throws JobspecException {
        String half = "x".repeat(JobFiles.MOST_BYTES / 2);
        assertThat(files("{\"a\": \"" + half + "\", \"b\": \"" + half + "\"}").files())
                .hasSize(2);
        assertThatThrownBy(() -> files("{\"a\": \"" + half + "\", \"b\": \"" + half + "x\"}"))
                .hasMessageContaining("the files of a jobspec can have at most 262144 bytes in total, found 262145");
        String many = "\"a%d\": \"\"";
        StringBuilder all = new StringBuilder(many.formatted(0));
        for (int i = 1; i <= JobFiles.MOST_FILES; i++) {
            all.append(", ").append(many.formatted(i));
        }
        assertThatThrownBy(() -> files("{" + all + "}")).hasMessageContaining("can contain at most 64 files, found 65");
    }
}
