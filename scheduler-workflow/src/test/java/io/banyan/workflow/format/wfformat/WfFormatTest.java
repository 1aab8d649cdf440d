package io.banyan.workflow.format.wfformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.document.DocumentException;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WfFormatTest {
    private static final Path DATA = Path.of("../../shared/data/workflows");

    private static final String OLD = """
            {"name": "old", "schemaVersion": "1.4", "workflow": {"tasks": [
              {"name": "a:1", "parents": [], "runtimeInSeconds": 1.5, "cores": 2,
               "files": [{"link": "output", "name": "x", "sizeInBytes": 10}]},
              {"name": "b", "parents": ["a:1"], "runtimeInSeconds": 0, "memoryInBytes": 1048577,
               "files": [{"link": "input", "name": "x", "sizeInBytes": 10}]}]}}
            """;

    private static TaskTime known(long millis) {
        return new TaskTime.Known(millis, TaskTime.Origin.STATED);
    }

    @Test
    void versionOnePointFourHasTheTimesInItsTasks() throws DocumentException {
        Workflow workflow = WfFormatReader.read(OLD, "old.json", 60);
        Step a = workflow.steps().getFirst();
        assertThat(a.id().path()).isEqualTo("a_1");
        assertThat(a.time()).isEqualTo(known(90_000));
        assertThat(a.needs()).isEqualTo(Needs.ofCores(2));
        assertThat(workflow.file("x").bytes()).hasValue(10);
        Step b = workflow.steps().get(1);
        assertThat(b.time()).isEqualTo(known(1));
        assertThat(b.needs().memoryMib()).isEqualTo(2);
        assertThat(StepGraph.of(workflow).before(1)).containsExactly(0);
    }

    @Test
    void whatWasWrittenIsReadBack() throws DocumentException, JsonProcessingException {
        Workflow workflow = WfFormatReader.read(OLD, "old.json", 1);
        String text = JsonMapper.builder().build().writeValueAsString(WfFormatWriter.values(workflow));
        assertThat(WfFormatReader.read(text, "new.json", 1)).isEqualTo(workflow);
    }

    @Test
    void aRunHasTheTimeThatItTook() throws DocumentException, JsonProcessingException {
        Workflow workflow = WfFormatReader.read(OLD, "old.json", 1);
        String text = JsonMapper.builder().build().writeValueAsString(WfFormatWriter.values(workflow, 12.5));
        assertThat(text).contains("\"makespanInSeconds\":12.5");
    }

    @ParameterizedTest
    @CsvSource({
        "1000genome-chameleon-10ch-100k-001.json, 260",
        "blast-chameleon-small-002.json, 43",
        "epigenomics-chameleon-hep-1seq-50k-001.json, 73",
        "rnaseq-dirt02-001.json, 197"
    })
    void recordedWorkflowsAreRead(String file, int steps) throws IOException, DocumentException {
        Path path = DATA.resolve(file);
        assumeThat(path).as("recorded workflows").exists();
        Workflow workflow = WfFormatReader.read(Files.readString(path), file, 1);
        assertThat(workflow.steps()).hasSize(steps);
        StepGraph graph = StepGraph.of(workflow);
        assertThat(graph.order()).hasSize(steps);
        assertThat(graph.edges()).isGreaterThan(steps / 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"schemaVersion\": \"2.0\"}|f.json:1:19: 'schemaVersion' of a workflow must be one of 1.4, 1.5, 1.6, found '2.0'",
                "{\"schemaVersion\": \"1.4\", \"workflow\": {\"tasks\": [{\"name\": \"a\"}]}}|a task does not contain 'runtime'",
                "{\"schemaVersion\": \"1.4\", \"workflow\": {\"tasks\": [{\"name\": \"a\", \"runtime\": -1}]}}|must be a number of seconds from 0, found '-1'",
                "{\"schemaVersion\": \"1.4\", \"workflow\": {\"tasks\": [{\"name\": \"a\", \"runtime\": 1, \"memoryInBytes\": 1e19}]}}|'memoryInBytes' of a task must be a number of bytes from 0 to 2^60",
                "{\"schemaVersion\": \"1.4\", \"workflow\": {\"tasks\": [{\"name\": \"a\", \"runtime\": 1, \"memoryInBytes\": \"abc\"}]}}|found 'abc'",
                "{\"schemaVersion\": \"1.4\", \"workflow\": {\"tasks\": []}}|a workflow must have at least one task, found none",
                "{\"schemaVersion\": \"1.4\", \"workflow\": {\"tasks\": [{\"name\": \"a\", \"runtime\": 1, \"parents\": [\"a\"]}]}}|steps wait for each other: a after a",
                "{\"schemaVersion\": \"1.5\", \"workflow\": {\"specification\": {\"tasks\": [{\"id\": \"a\"}]}, \"execution\": {\"tasks\": []}}}|task 'a' has no entry in 'execution'",
            })
    void aMistakeIsToldInOneSentence(String text, String message) {
        assertThatThrownBy(() -> WfFormatReader.read(text, "f.json", 1))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining(message);
    }
}
