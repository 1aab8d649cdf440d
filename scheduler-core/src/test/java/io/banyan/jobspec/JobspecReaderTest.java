package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobspecReaderTest {
    private static final String WHOLE = """
            version: 1
            resources:
              - type: node
                count: 4
                exclusive: true
                with:
                  - type: slot
                    count: {min: 2, max: 8, operator: "*", operand: 2}
                    label: default
                    with:
                      - type: memory
                        count: {min: 3}
                        unit: GB
                        id: mine
            tasks:
              - command: [ "app", "-v" ]
                slot: default
                count: {per_slot: 1}
            attributes:
              system:
                duration: 3600.25
                queue: batch
                cwd: /tmp
                environment: {HOME: /tmp, N: 3}
                constraints: {properties: [ssd, ^gpu]}
                job: {name: test, tries: 2, strict: yes, nothing: ~}
              user: {colour: blue}
            """;

    @Test
    void readsEveryKeyOfTheGrammar() throws JobspecException {
        Jobspec jobspec = JobspecReader.read(WHOLE, "whole.yaml");
        Resource memory = new Resource(
                new io.banyan.resource.ResourceType("memory"),
                Count.atLeast(3),
                "GB",
                Exclusivity.UNSPECIFIED,
                List.of(),
                Optional.empty(),
                Optional.of("mine"));
        Resource node = Resource.of(
                        "node",
                        Count.exactly(4),
                        Resource.slot("default", new Count(2, 8, Count.Operator.MULTIPLY, 2), memory))
                .withExclusive(Exclusivity.TRUE);
        assertThat(jobspec.resources()).containsExactly(node);
        assertThat(jobspec.tasks())
                .containsExactly(new Task(
                        List.of("app", "-v"), "default", new TaskCount.PerSlot(1), Optional.empty(), Map.of()));
        Attributes attributes = jobspec.attributes();
        assertThat(attributes.durationSec()).isEqualTo(3601);
        assertThat(attributes.queue()).contains("batch");
        assertThat(attributes.cwd()).contains("/tmp");
        assertThat(attributes.environment()).containsExactly(Map.entry("HOME", "/tmp"), Map.entry("N", "3"));
        assertThat(attributes.constraint()).hasToString("{\"properties\": [\"ssd\", \"^gpu\"]}");
        assertThat(attributes.system()).containsOnlyKeys("job");
        assertThat(String.valueOf(attributes.system().get("job")))
                .isEqualTo("{name=test, tries=2, strict=yes, nothing=null}");
        assertThat(attributes.user()).containsEntry("colour", "blue");
    }

    /** A jobspec with one line replaced, and what must be said about it. */
    record Mistake(String line, String replacement, String complaint) {}

    static List<Mistake> mistakes() {
        return List.of(
                new Mistake("version: 1", "version: 0", "w:1:10: 'version' must be 1 to 9999, found 0"),
                new Mistake("version: 1", "version: one", "w:1:10: 'version' of a jobspec must be a whole number"),
                new Mistake("version: 1", "verson: 1", "w:1:1: unknown key 'verson' in a jobspec"),
                new Mistake("version: 1", "verson: 1", "\nMaybe 'version' is meant."),
                new Mistake("version: 1", "version: 99999999999999999999", "too large"),
                new Mistake("version: 1", "a: b: c", "w:1:5: not YAML"),
                new Mistake("    count: 4", "    count: -4", "w:4:12: a count must be from 1 to 4294967295, found -4"),
                new Mistake("    count: 4", "    count: 0", "found 0"),
                new Mistake("    count: 4", "    count: 4294967296", "found 4294967296"),
                new Mistake("    count: 4", "    count: 99999999999999999999999", "must be a whole number from 1"),
                new Mistake("    count: 4", "    count: 1-2", "Maybe {min: ..., max: ..."),
                new Mistake("    count: 4", "    count: \"4,9\"", "found '4,9'"),
                new Mistake("    count: 4", "    count: 1.5", "found '1.5'"),
                new Mistake("    count: 4", "    count:", "found nothing"),
                new Mistake("    count: 4", "    count: [1, 2]", "found a list"),
                new Mistake("    count: 4", "    count: {min: 1, max: 2}", "all or none of max, operator, operand"),
                new Mistake("    count: 4", "    count: {min: 1, max: 2, operator: '-', operand: 1}", "one of +, *, ^"),
                new Mistake(
                        "    count: 4",
                        "    count: {max: 2, operator: '+', operand: 1}",
                        "a count does not contain 'min'"),
                new Mistake(
                        "    count: 4",
                        "    count: {min: 3, max: 2, operator: '+', operand: 1}",
                        "max must not be less"),
                new Mistake("    count: 4", "    cuont: 4", "w:4:5: unknown key 'cuont' in a resource"),
                new Mistake("    count: 4", "    count: 4\n    count: 5", "w:5:5: the key 'count' occurs twice"),
                new Mistake("    exclusive: true", "    exclusive: yes", "must be true or false, found 'yes'"),
                new Mistake("  - type: node", "  - tipe: node", "Maybe 'type' is meant."),
                new Mistake("  - type: node", "  - type: [node]", "'type' of a resource must be text, found a list"),
                new Mistake("  - type: node", "  - type: \"\"", "w:3:11"),
                new Mistake("        label: default", "        unit: x", "a slot requires a label"),
                new Mistake("    count: {per_slot: 1}", "    count: {per_slot: 1, total: 1}", "exactly one of"),
                new Mistake("    count: {per_slot: 1}", "    count: {per_slot: 0}", "per_slot must be 1"),
                new Mistake("    count: {per_slot: 1}", "    count: {every: 1}", "unknown key 'every'"),
                new Mistake("    slot: default", "    distribution: x", "a task does not contain 'slot'"),
                new Mistake("  - command: [ \"app\", \"-v\" ]", "  - command: []", "'command' of a task is empty"),
                new Mistake(
                        "  - command: [ \"app\", \"-v\" ]",
                        "  - command: app -v",
                        "'command' of a task must be a list of texts, such as [app, --fast]"),
                new Mistake("    duration: 3600.25", "    duration: -1", "'duration' must be 0 to"),
                new Mistake("    duration: 3600.25", "    duration: .nan", "must be a number of seconds"),
                new Mistake("    duration: 3600.25", "    duration: 1e300", "'duration' must be 0 to"),
                new Mistake("    duration: 3600.25", "    duration: 1h", "must be a number of seconds, found '1h'"),
                new Mistake("    queue: batch", "    queue: [batch]", "'queue' of 'system' must be text"),
                new Mistake("properties: [ssd, ^gpu]", "property: [ssd]", "Maybe"),
                new Mistake("properties: [ssd, ^gpu]", "properties: ssd", "must be a list, found 'ssd'"),
                new Mistake("properties: [ssd, ^gpu]", "properties: [\"s|d\"]", "must not contain any of"),
                new Mistake("properties: [ssd, ^gpu]", "ranks: [3-1]", "runs backwards"),
                new Mistake("properties: [ssd, ^gpu]", "hostlist: [\"n[\"]", "not closed"),
                new Mistake(
                        "properties: [ssd, ^gpu]", "not: [], and: []", "a constraint must have exactly one operator"),
                new Mistake("  user: {colour: blue}", "  users: {colour: blue}", "Maybe 'user' is meant."),
                new Mistake("  user: {colour: blue}", "  user: blue", "'user' must be a mapping, found 'blue'"),
                new Mistake("  user: {colour: blue}", "---\nversion: 1", "a second document begins here"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void saysWhereAndWhatIsWrong(Mistake mistake) {
        assertThat(WHOLE).contains(mistake.line());
        String text = WHOLE.replaceFirst(java.util.regex.Pattern.quote(mistake.line()), mistake.replacement());
        assertThatExceptionOfType(JobspecException.class)
                .isThrownBy(() -> JobspecReader.read(text, "w"))
                .withMessageStartingWith("w:")
                .withMessageContaining(mistake.complaint());
    }

    @Test
    void saysWhichTopLevelKeyIsMissing() {
        for (String key : List.of("version", "resources", "tasks", "attributes")) {
            String json =
                    "{\"version\": 1, \"resources\": [{\"type\": \"node\", \"count\": 1}], \"tasks\": [], \"attributes\": null}"
                            .replaceFirst("\"" + key + "\": (\\[[^]]*]|null|1),? ?", "")
                            .replace(", }", "}");
            assertThatExceptionOfType(JobspecException.class)
                    .isThrownBy(() -> JobspecReader.read(json, "j"))
                    .withMessage("j:1:1: a jobspec does not contain '" + key + "'");
        }
    }

    @Test
    void findsPositionsInJsonToo() {
        String json = """
                {"version": 1, "tasks": [], "attributes": null,
                 "resources": [{"type": "node",
                   "count": -1}]}""";
        assertThatExceptionOfType(JobspecException.class)
                .isThrownBy(() -> JobspecReader.read(json, "j.json"))
                .withMessageStartingWith("j.json:3:13: a count must be from 1");
    }

    @Test
    void readsFlowYamlThatLooksLikeJson() throws JobspecException {
        String flow = "{version: 1, resources: [{type: node, count: 1}], tasks: [], attributes: }";
        assertThat(JobspecReader.read(flow, "f").resources()).containsExactly(Resource.of("node", Count.exactly(1)));
    }

    @Test
    void takesNullAttributesAsNone() throws JobspecException {
        String text = "{version: 1, resources: [{type: node, count: 1}], tasks: [], attributes: {system: , user: }}";
        assertThat(JobspecReader.read(text, "f").attributes()).isEqualTo(Attributes.none());
    }
}
