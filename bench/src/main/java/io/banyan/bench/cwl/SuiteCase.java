package io.banyan.bench.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One test of the suite.
 *
 * @param id its name
 * @param tool the document, with a fragment where the test names one
 * @param job the input object; empty for none
 * @param output the expected output object; null in JSON where the test states none
 * @param shouldFail whether the document or the run must be refused
 * @param tags the features that it tests
 */
record SuiteCase(String id, String tool, Optional<String> job, JsonNode output, boolean shouldFail, List<String> tags) {
    /** Reads the tests of a suite in order, those of imported files in place. */
    static List<SuiteCase> of(Path suite) throws IOException {
        return read(suite.resolve("conformance_tests.yaml"));
    }

    private static List<SuiteCase> read(Path file) throws IOException {
        List<SuiteCase> cases = new ArrayList<>();
        for (JsonNode item : parsed(file)) {
            if (item.has("$import")) {
                cases.addAll(read(file.resolveSibling(item.get("$import").asText())));
            } else {
                cases.add(of(item, file));
            }
        }
        return cases;
    }

    private static JsonNode parsed(Path file) throws IOException {
        try {
            return JsonValues.of(DocumentReader.read(Files.readString(file), new Source(file.toString(), "suite")));
        } catch (DocumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static SuiteCase of(JsonNode item, Path file) throws IOException {
        List<String> tags = new ArrayList<>();
        item.path("tags").forEach(tag -> tags.add(tag.asText()));
        JsonNode job = item.path("job");
        return new SuiteCase(
                item.path("id").asText(),
                resolved(item.path("tool").asText(), file),
                job.isTextual() ? Optional.of(resolved(job.asText(), file)) : Optional.empty(),
                item.path("output"),
                item.path("should_fail").asBoolean(false),
                tags);
    }

    private static String resolved(String reference, Path file) throws IOException {
        int hash = reference.indexOf('#');
        String name = hash < 0 ? reference : reference.substring(0, hash);
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("'" + file + "' is in no directory");
        }
        Path path = CwlLocation.path(name, directory)
                .orElseThrow(() -> new IOException("'" + reference + "' names no file"));
        return path + (hash < 0 ? "" : reference.substring(hash));
    }
}
