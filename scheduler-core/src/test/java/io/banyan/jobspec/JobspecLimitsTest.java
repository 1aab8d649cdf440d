package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Inputs that are made to do harm: each is refused with one clear message. */
class JobspecLimitsTest {
    private static void assertRefused(String text, String complaint) {
        assertThatExceptionOfType(JobspecException.class)
                .isThrownBy(() -> JobspecReader.read(text, "bad"))
                .withMessageStartingWith("bad:")
                .withMessageContaining(complaint);
    }

    @Test
    void refusesAYamlBombAtItsFirstAlias() {
        StringBuilder bomb = new StringBuilder("version: 1\nattributes:\n  user:\n    a0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("    a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertRefused(bomb.toString(), "bad:5:14: aliases are not accepted in a jobspec, found '*a0'");
    }

    @Test
    void refusesAnAliasThatHoldsItself() {
        assertRefused("version: 1\nresources: &r\n  - *r\n", "aliases are not accepted");
    }

    @Test
    void refusesDeepNestingInBothNotations() {
        int depth = 100_000;
        assertRefused("resources: " + "[".repeat(depth) + "]".repeat(depth), "nested more than 64 deep");
        assertRefused("{\"resources\": " + "[".repeat(depth) + "]".repeat(depth) + "}", "nested more than 64 deep");
        assertRefused(
                "{\"resources\": " + "{\"with\": ".repeat(80) + "1" + "}".repeat(80) + "}", "nested more than 64 deep");
    }

    @Test
    void refusesMoreThanTheGreatestLength() {
        assertRefused("#".repeat(JobspecReader.MAX_LENGTH + 1), "at most 1048576 characters");
    }

    private static String askingFor(int vertices) {
        String vertex = "{\"type\": \"a\", \"count\": 1}";
        String all = String.join(",", Collections.nCopies(vertices, vertex));
        return "{\"version\": 1, \"tasks\": [], \"attributes\": null, \"resources\": [" + all + "]}";
    }

    @Test
    void refusesTooManyResourceVertices() {
        assertRefused(askingFor(JobspecReader.MAX_RESOURCES + 1), "at most 10000 resource vertices");
    }

    @Test
    void acceptsAsManyResourceVerticesAsTheLimit() throws JobspecException {
        assertThat(JobspecReader.read(askingFor(JobspecReader.MAX_RESOURCES), "big")
                        .resources())
                .hasSize(JobspecReader.MAX_RESOURCES);
    }

    @Test
    void constructsNothingFromTags() {
        assertRefused("!!java.lang.Runtime {}", "a jobspec lacks");
        assertRefused("!!javax.script.ScriptEngineManager [a]", "a jobspec must be a mapping");
    }

    @Test
    void saysSoOfTextsThatAreNoDocument() {
        assertRefused("", "the document is empty");
        assertRefused("# nothing\n", "the document is empty");
        assertRefused("\u0000", "not YAML");
        assertRefused("{\"version\": 1,", "not YAML");
        assertRefused("just words", "a jobspec must be a mapping, found 'just words'");
        assertRefused("[1]: 2", "a key must be a word");
        assertRefused("%YAML 3.0\n---\na", "not YAML");
    }
}
