package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Jobspecs of which Fluxion's answer is recorded. Skipped where the recordings are not beside the project. */
class RecordedJobspecsTest {
    /** The examples that the schema of RFC 14 allows beyond the grammar that is accepted: an idset as a count. */
    private static final Set<String> REFUSED_RFC_EXAMPLES = Set.of("use_case_1.8.yaml");

    private static Path shared() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolveSibling("shared/conformance"))) {
            directory = directory.getParent();
        }
        assumeTrue(directory != null, "no ../shared/conformance beside the project");
        return directory.resolveSibling("shared");
    }

    @Test
    void acceptsAndRefusesAsRecorded() throws IOException {
        Path conformance = shared().resolve("conformance");
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (JsonNode one : new ObjectMapper()
                .readTree(conformance.resolve("jobspec-cases.json").toFile())) {
            String answer = answer(conformance.resolve(one.get("file").asText()));
            if (answer.isEmpty() != one.get("valid").asBoolean()) {
                wrong.add(one.get("file").asText() + ": " + answer);
            }
            seen++;
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isGreaterThan(40);
    }

    @Test
    void readsEveryJobspecThatARecordedSessionMatches() throws IOException {
        Path conformance = shared().resolve("conformance");
        Set<Path> files = new TreeSet<>();
        try (Stream<Path> cases = Files.list(conformance.resolve("cases"))) {
            for (Path one : cases.toList()) {
                for (String line : Files.readAllLines(one.resolve("stdin"))) {
                    Stream.of(line.replace("@TEST_SRCDIR@", conformance.toString())
                                    .split("\\s+"))
                            .filter(word -> word.matches(".*jobspecs/.*yaml") || word.matches(".*/job[0-9]+.yaml"))
                            .map(Path::of)
                            .filter(Files::exists)
                            .forEach(files::add);
                }
            }
        }
        List<String> refused = new ArrayList<>();
        for (Path file : files) {
            String answer = answer(file);
            if (!answer.isEmpty()) {
                refused.add(answer);
            }
        }
        assertThat(refused).isEmpty();
        assertThat(files).hasSizeGreaterThan(300);
    }

    @Test
    void readsTheExamplesOfTheRfcs() throws IOException {
        List<String> refused = new ArrayList<>();
        for (String rfc : List.of("spec_14", "spec_25")) {
            try (Stream<Path> files = Files.list(shared().resolve("spec/rfc").resolve(rfc))) {
                files.filter(file -> file.toString().endsWith(".yaml"))
                        .filter(file -> !answer(file).isEmpty())
                        .forEach(file -> refused.add(file.getFileName().toString()));
            }
        }
        assertThat(refused).containsExactlyInAnyOrderElementsOf(REFUSED_RFC_EXAMPLES);
    }

    /** Why the file is refused; empty where it is accepted, and reads back as it was written. */
    private static String answer(Path file) {
        try {
            Jobspec jobspec = JobspecReader.read(
                    Files.readString(file), file.getFileName().toString());
            assertThat(JobspecReader.read(JobspecWriter.json(jobspec), "json")).isEqualTo(jobspec);
            return "";
        } catch (JobspecException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
