package io.banyan.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Workflows with one mistake each. The page of workflows has a table with their messages. */
class WrongWorkflowsTest {
    private static final Path PAGE = Path.of("..", "docs", "user", "workflows.md");
    private static final String TOOL = "{class: CommandLineTool, inputs: {word: string}, outputs: [], baseCommand: ls}";
    private static final String FLOW = "cwlVersion: v1.2\nclass: Workflow\ninputs: {words: 'string[]'}\noutputs: []\n";

    @TempDir
    private Path directory;

    /** A mistake with the text that has it. */
    private record Wrong(String mistake, String file, String text) {}

    private static Stream<Wrong> all() {
        String step = FLOW + "steps:\n  say:\n    in: {word: %s}\n    out: []\n    run: %s\n";
        return Stream.of(
                new Wrong("cycle", "a.yaml", yaml("a: {after: c}", "b: {after: a}", "c: {after: b}", "d: {}")),
                new Wrong("unknown step", "a.yaml", yaml("prepare: {}", "train: {after: prepar}")),
                new Wrong("unknown source", "a.cwl", step.formatted("wordz", TOOL)),
                new Wrong("wrong type of a source", "a.cwl", step.formatted("words", TOOL)),
                new Wrong("wrong type of a value", "a.yaml", yaml("a: {cores: two}")),
                new Wrong("two steps of one name", "a.yaml", yaml("a: {}", "a: {}")),
                new Wrong("no step", "a.yaml", "kind: workflow\nsteps: {}\n"),
                new Wrong("time of 0", "a.yaml", yaml("a: {time: 0m}")),
                new Wrong("scatter over nothing", "a.yaml", yaml("a: {scatter: }")),
                new Wrong("scatter over no input", "a.cwl", FLOW + """
                        requirements: {ScatterFeatureRequirement: {}}
                        steps:
                          say:
                            scatter: wrd
                            in: {word: words}
                            out: []
                            run: %s
                        """.formatted(TOOL)),
                new Wrong("no YAML", "a.yaml", "kind: workflow\nsteps:\n  a: {command: [x\n  b: {}\n"),
                new Wrong(
                        "unknown key of CWL",
                        "a.cwl",
                        "cwlVersion: v1.2\nclass: CommandLineTool\ninputs: []\noutputs: []\nbaseComand: ls\n"),
                new Wrong(
                        "unknown version of CWL",
                        "a.cwl",
                        "cwlVersion: v2\nclass: CommandLineTool\ninputs: []\noutputs: []\n"),
                new Wrong("URL", "a.cwl", step.formatted("words", "{$import: 'https://example.org/tool.cwl'}")),
                new Wrong("JavaScript that fails", "a.cwl", script("throw new Error('no cores');")),
                new Wrong("JavaScript without an end", "a.cwl", script("while (true) {}")),
                new Wrong("binding of no step", "a.yaml", """
                        version: v1.0
                        workflows:
                          w:
                            type: cwl
                            config: {file: tool.cwl}
                            bindings: [{step: /sya, target: {deployment: d}}]
                        deployments: {d: {type: local, config: {}}}
                        """));
    }

    private static String yaml(String... steps) {
        return "kind: workflow\nsteps:\n"
                + Stream.of(steps).map(it -> "  " + it + "\n").collect(Collectors.joining());
    }

    private static String script(String body) {
        return """
                cwlVersion: v1.2
                class: CommandLineTool
                requirements:
                  InlineJavascriptRequirement: {}
                  ResourceRequirement: {coresMin: "${ %s }"}
                inputs: []
                outputs: []
                baseCommand: ls
                """.formatted(body);
    }

    @TestFactory
    Stream<DynamicTest> eachMistakeIsToldAsThePageSays() throws IOException {
        Map<String, String> page = page();
        assertThat(page.keySet())
                .containsExactlyElementsOf(all().map(Wrong::mistake).toList());
        return all().map(wrong -> DynamicTest.dynamicTest(wrong.mistake(), () -> {
            Files.writeString(
                    directory.resolve("tool.cwl"),
                    FLOW + "steps: {say: {in: {}, out: [], run: {class: "
                            + "CommandLineTool, inputs: [], outputs: [], baseCommand: ls}}}\n");
            Path file = Files.writeString(directory.resolve(wrong.file()), wrong.text());
            Run run = Run.banyan("workflow", "check", file.toString());
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            String said = run.err()
                    .replace(directory + "/", "")
                    .replaceFirst("^banyan: ", "")
                    .strip();
            assertThat(said.replaceAll("\\.?\n", ". ")).matches(page.get(wrong.mistake()));
        }));
    }

    /** Returns the messages of the table by their mistakes, as patterns: "..." stands for any text. */
    private static Map<String, String> page() throws IOException {
        Map<String, String> messages = new LinkedHashMap<>();
        Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("| mistake | message |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.split("[|]"))
                .forEach(cells -> messages.put(
                        cells[1].strip(),
                        Stream.of(cells[2].strip().replace("`", "").split("[.]{3}", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*"))));
        return messages;
    }

    @Test
    void needsThatNoNodeHasAreToldWithTheLargestNode() throws IOException {
        Path graph = directory.resolve("machine.json");
        Files.writeString(
                graph,
                Run.banyan("graph", "generate", "cluster { 4 node { 16 core, 4 gpu, 32 memory:1:GB } }")
                        .out());
        Path file = Files.writeString(directory.resolve("gpus.yaml"), yaml("a: {time: 1m}", "b: {time: 1m, gpus: 9}"));
        assertThat(Run.banyan("workflow", "plan", file.toString(), "--graph", graph.toString())
                        .err())
                .isEqualTo("banyan: " + file + ":4:3: no plan: block 'b' needs 9 gpus on a node, and no node has more"
                        + " than 4.\n");
        Files.writeString(file, yaml("a: {time: 1m, nodes: 5, cores: 16, memory: 32GiB}"));
        assertThat(Run.banyan("workflow", "plan", file.toString(), "--graph", graph.toString())
                        .err())
                .startsWith("banyan: " + file + ":3:3: no plan: block 'a' needs ");
    }
}
