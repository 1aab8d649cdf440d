package io.banyan.cli.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.format.cwl.CwlLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The output object of a workflow of CWL, with the checksums of its files. */
final class WorkflowOutputs {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private WorkflowOutputs() {}

    /** Returns the outputs of a text in JSON. O(bytes of the files). */
    static JsonNode of(String json) throws IOException {
        JsonNode outputs = MAPPER.readTree(json);
        addChecksums(outputs);
        return outputs;
    }

    private static void addChecksums(JsonNode value) throws IOException {
        String location = value.path("location").asText();
        if (value instanceof ObjectNode file
                && file.path("class").asText().equals("File")
                && !file.has("checksum")
                && location.startsWith("file:")) {
            Optional<Path> path = CwlLocation.path(location, Path.of("/")).filter(Files::isRegularFile);
            if (path.isPresent()) {
                file.put("checksum", new LocalFileView().checksum(path.get()));
            }
        }
        for (JsonNode part : value) {
            addChecksums(part);
        }
    }

    /** Returns the outputs of a workflow for people; nothing if it has none. */
    static String text(WorkflowResult result) {
        if (result.outputs() == null) {
            return "";
        }
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(result.outputs());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON can be written", e);
        }
    }
}
