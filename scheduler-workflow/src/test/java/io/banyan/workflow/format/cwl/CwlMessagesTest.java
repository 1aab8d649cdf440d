package io.banyan.workflow.format.cwl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences about documents that are not valid. */
class CwlMessagesTest {
    private static final String TOOL = """
            cwlVersion: v1.2
            class: CommandLineTool
            baseCommand: echo
            inputs: {word: string}
            outputs: {said: stdout}
            """;
    private static final String WORKFLOW = """
            cwlVersion: v1.2
            class: Workflow
            inputs: {first: string}
            outputs: {}
            steps:
              one:
                run: tool.cwl
                in: {word: first}
                out: [said]
              two:
                run: tool.cwl
                in: {word: {source: one/said, valueFrom: $(self.basename)}}
                out: []
            """;

    private static CwlProcess read(String text, Map<String, String> files) throws DocumentException {
        Path directory = Path.of("/documents");
        return CwlFormat.parse(text, directory.resolve("main.cwl"), path -> {
            String content = files.get(directory.relativize(path).toString());
            if (content == null) {
                throw new IOException("there is no such file");
            }
            return content;
        });
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(
                        () -> read(text, Map.of("tool.cwl", TOOL, "self.cwl", text, "loop.yml", "$import: loop.yml")))
                .isInstanceOf(DocumentException.class)
                .hasMessageStartingWith("/documents/")
                .hasMessageContaining(message);
    }

    @Test
    void readsTheExamplesOfTheseTests() throws Exception {
        assertThat(read(TOOL, Map.of())).isInstanceOf(CwlProcess.CommandLineTool.class);
        assertThat(read(WORKFLOW, Map.of("tool.cwl", TOOL))).isInstanceOf(CwlProcess.CwlWorkflow.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "baseCommand: echo   | basecommand: echo  | main.cwl:3:1: unknown key 'basecommand' in a CommandLineTool",
                "baseCommand: echo   | basecommand: echo  | Maybe 'baseCommand' is meant.",
                "cwlVersion: v1.2    | cwlVersion: v2     | main.cwl:1:13: unknown 'cwlVersion' 'v2', expected one of v1.0",
                "cwlVersion: v1.2    | label: x           | main.cwl:1:1: the document does not contain 'cwlVersion'",
                "CommandLineTool     | CommandLineTol     | main.cwl:2:8: unknown class 'CommandLineTol'",
                "{word: string}      | {word: strin}      | main.cwl:4:16: unknown type 'strin' of input 'word'",
                "{word: string}      | {word: strin}      | Maybe 'string' is meant.",
                "{word: string}      | {word: []}         | must have at least one type",
                "{word: string}      | {word: {typ: int}} | unknown key 'typ' in input 'word'",
                "{word: string}      | 3                  | main.cwl:4:9: 'inputs' must be a list or a mapping, found '3'",
                "{word: string}      | [{id: a, type: int}, {id: a, type: int}] | 'a' occurs twice in 'inputs'",
                "inputs: {word: string} | inputs: [         | not YAML",
                "inputs: {word: string} | inputs: {$import: http://a.b/c} | main.cwl:4:19: 'http://a.b/c' is on the network",
                "inputs: {word: string} | inputs: {$import: none.yml} | cannot read 'none.yml': there is no such file",
                "inputs: {word: string} | inputs: {$import: loop.yml} | references to files are nested more than 50 deep",
                "baseCommand: echo   | requirements: {ResourceRequirment: {}} | Maybe 'ResourceRequirement' is meant.",
                "baseCommand: echo   | requirements: {ToolTimeLimit: {timelimit: -1}} | must be a number of 0 or more",
                "baseCommand: echo   | hints: {ResourceRequirement: {coresMin: many}} | 'coresMin' must be a number",
                "baseCommand: echo   | hints: {'banyan:Resources': {time: 0}} | 'time' of banyan:Resources must be more than 0",
                "baseCommand: echo   | hints: {'banyan:Resources': {width: 0}} | must be a whole number from 1",
            })
    void refusesTools(String found, String replaced, String message) {
        assertRefused(TOOL.replace(found, replaced), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{word: first}   | {word: frist}       | main.cwl:8:16: the source 'frist' of input 'word' of step 'one'",
                "{word: first}   | {word: frist}       | Maybe 'first' is meant.",
                "one/said        | on/said             | Maybe 'one' is meant.",
                "one/said        | one/sad             | the source 'one/sad' of input 'word' of step 'two' does not exist",
                "out: []         | out: [siad]         | main.cwl:13:11: the process of step 'two' has no output 'siad'",
                "out: []         | out: [siad]         | Maybe 'said' is meant.",
                "{word: first}   | {word: two/said}    | steps wait for each other: one after two after one",
                "{first: string} | {first: int}        | main.cwl:8:16: the source 'first' of input 'word' of step 'one' gives int",
                "outputs: {}     | outputs: {o: {type: int, outputSource: one/said}} | gives File, expected int",
                "in: {word: first} | in: {word: one/said} | main.cwl:7:5: steps wait for each other: one after one",
                "out: []         | scatter: [wrd]      | does not contain 'out'",
                "out: [said]     | {out: [said], x: 1} | not YAML",
                "run: tool.cwl   | run: self.cwl       | nested more than 50 deep",
                "run: tool.cwl   | run: http://x.y/z.cwl | is on the network",
                "class: Workflow | class: Workflow\\nrequirements: [{class: Unknown}] | unknown requirement 'Unknown'",
            })
    void refusesWorkflows(String found, String replaced, String message) {
        assertRefused(WORKFLOW.replace(found, replaced.replace("\\n", "\n")), message);
    }

    @Test
    void refusesScatterOverUnknownInputs() {
        assertRefused(
                WORKFLOW.replace("out: []", "out: []\n    scatter: wrd"),
                "main.cwl:14:14: 'scatter' of step 'two' names 'wrd', which is not an input of the step");
    }

    @Test
    void refusesNamesOfStepsThatThePlanCannotHave() {
        assertRefused(
                WORKFLOW.replace("  two:", "  \"a b\":"),
                "main.cwl:11:5: the name of a step must be words of letters, digits, '_', '-' and '.'");
    }

    @Test
    void namesAllStepsOfACycle() {
        assertRefused(
                WORKFLOW.replace("{word: first}", "{word: two/said}").replace("out: []", "out: [said]"),
                "steps wait for each other: one after two after one");
    }

    @Test
    void refusesReferencesThatNoFileCanHave() {
        assertRefused(WORKFLOW.replace("run: tool.cwl", "run: \"a\\0b\""), "does not name a file");
        assertRefused(
                TOOL.replace("{word: string}", "{word: {type: File, default: {class: File, path: \"a\\0b\"}}}"),
                "cannot be used: 'a\\0b' does not name a file");
    }

    @Test
    void readsProcessesOfTheSameNameInTwoFiles() throws Exception {
        String graph = """
                cwlVersion: v1.2
                $graph:
                - {id: main, class: Workflow, inputs: [], outputs: [],
                   steps: {s: {run: "#part", in: [], out: []}}}
                - {id: part, class: Operation, inputs: [], outputs: {NAME: int}}
                """;
        String both = """
                cwlVersion: v1.2
                class: Workflow
                inputs: []
                outputs: []
                steps: {a: {run: a.cwl, in: [], out: []}, b: {run: b.cwl, in: [], out: []}}
                """;
        CwlProcess.CwlWorkflow workflow = (CwlProcess.CwlWorkflow)
                read(both, Map.of("a.cwl", graph.replace("NAME", "first"), "b.cwl", graph.replace("NAME", "second")));
        CwlProcess.CwlWorkflow second =
                (CwlProcess.CwlWorkflow) workflow.steps().get(1).run();
        assertThat(second.steps().getFirst().run().outputs().getFirst().id()).isEqualTo("second");
    }

    @Test
    void refusesImportsThatDoubleAgainAndAgain() {
        Map<String, String> files = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            files.put("f" + i, "{a: {$import: f" + (i + 1) + "}, b: {$import: f" + (i + 1) + "}}");
        }
        files.put("f30", "1");
        String text = TOOL.replace("{word: string}", "{word: {type: Any, default: {$import: f0}}}");
        assertThatThrownBy(() -> read(text, files))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("imports and named types repeat more than 1000000 parts of the document");
    }

    @Test
    void refusesNamedTypesThatMultiplyAgainAndAgain() {
        StringBuilder types = new StringBuilder("{name: t0, type: record, fields: {f: int}}");
        for (int i = 1; i <= 20; i++) {
            types.append(", {name: t").append(i).append(", type: record, fields: {");
            for (int field = 0; field < 10; field++) {
                types.append('f').append(field).append(": t").append(i - 1).append(", ");
            }
            types.append("}}");
        }
        String text = TOOL.replace("{word: string}", "{word: t20}")
                .replace("baseCommand", "requirements: {SchemaDefRequirement: {types: [" + types + "]}}\nbaseCommand");
        assertThatThrownBy(() -> read(text, Map.of()))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("imports and named types repeat more than 1000000 parts of the document");
    }
}
