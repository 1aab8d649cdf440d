package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Inputs that are made to do harm: each is refused with one clear message. */
class JobspecLimitsTest {
    private static void assertRefused(String text, String complaint) {
        assertThatExceptionOfType(JobspecException.class)
                .isThrownBy(() -> JobspecReader.read(text, "bad"))
                .withMessageStartingWith("bad:")
                .withMessageContaining(complaint);
    }

    @Test
    void refusesAYamlBombBeforeItUnfolds() {
        StringBuilder bomb = new StringBuilder("version: 1\nattributes:\n  user:\n    a0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("    a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertRefused(bomb.toString(), "the aliases of a jobspec can expand to at most 10000 parts in total");
    }

    @Test
    void refusesATowerOfAliasesThatIsTooHigh() {
        StringBuilder tower = new StringBuilder("version: 1\nattributes:\n  user:\n    a0: &a0 [x]\n");
        for (int i = 1; i < 80; i++) {
            tower.append("    a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
        }
        assertRefused(tower.toString(), "nested more than 64 levels deep");
    }

    @Test
    void refusesAnAliasThatHoldsItselfOrStandsForNothing() {
        assertRefused(
                "version: 1\nresources: &r\n  - *r\n", "bad:3:5: the alias '*r' does not refer to an earlier anchor");
        assertRefused("version: *v\n", "the alias '*v' does not refer to an earlier anchor");
    }

    @Test
    void readsWhatAliasesStandFor() throws JobspecException {
        String text = """
                version: 1
                resources:
                  - {type: slot, label: s, count: &two 2, with: &inside [{type: core, count: *two}]}
                tasks: [{command: [a], slot: s, count: {per_slot: 1}}]
                attributes: {system: {duration: 1}, user: {same: *inside}}
                """;
        Jobspec jobspec = JobspecReader.read(text, "aliases");
        assertThat(jobspec.resources().getFirst().count().min()).isEqualTo(2);
        assertThat(jobspec.resources().getFirst().with().getFirst().count().min())
                .isEqualTo(2);
    }

    @Test
    void refusesDeepNestingInBothNotations() {
        int depth = 100_000;
        assertRefused("resources: " + "[".repeat(depth) + "]".repeat(depth), "nested more than 64 levels deep");
        assertRefused(
                "{\"resources\": " + "[".repeat(depth) + "]".repeat(depth) + "}", "nested more than 64 levels deep");
        assertRefused(
                "{\"resources\": " + "{\"with\": ".repeat(80) + "1" + "}".repeat(80) + "}",
                "nested more than 64 levels deep");
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

    private static Attributes withSystem(String attributes) throws JobspecException {
        String text =
                "{\"version\": 1, \"tasks\": [], \"resources\": [{\"type\": \"core\", \"count\": 1}], \"attributes\": "
                        + "{\"system\": {" + attributes + "}}}";
        return JobspecReader.read(text, "bad").attributes();
    }

    private static void assertSystemRefused(String attributes, String complaint) {
        assertThatExceptionOfType(JobspecException.class)
                .isThrownBy(() -> withSystem(attributes))
                .withMessageContaining(complaint);
    }

    @Test
    void acceptsKeysAndNumbersOfAnyLengthWhereNobodyInterpretsThem() throws JobspecException {
        String key = "k".repeat(60_000);
        assertThat(withSystem("\"" + key + "\": 1").system()).containsKey(key);
        String number = "1".repeat(2_000);
        assertThat(withSystem("\"k\": " + number).system()).containsEntry("k", number);
    }

    /** With a pattern that can split the digits in two at every place this takes hours. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void refusesALongDurationAtOnce() {
        assertSystemRefused("\"duration\": \"" + "1".repeat(1_000_000) + "x\"", "must be a number of seconds");
    }

    @Test
    void refusesTooManyHostsInSeveralLists() {
        String lists = String.join(", ", Collections.nCopies(3, "\"n[0-499999]\""));
        assertSystemRefused("\"constraints\": {\"hostlist\": [" + lists + "]}", "at most 1000000 hosts");
    }

    @Test
    void refusesTooManyHostsInSeveralConstraints() {
        String lists = String.join(", ", Collections.nCopies(3, "{\"hostlist\": [\"n[0-499999]\"]}"));
        assertSystemRefused(
                "\"constraints\": {\"or\": [" + lists + "]}",
                "the constraints of a jobspec can name at most 1000000 hosts");
    }

    /** A parent that is asked, or a daemon, would have to refuse it for its length. */
    @Test
    void refusesHostsThatAreMuchLongerWhenTheyAreWrittenOut() throws JobspecException {
        String constraints = "\"constraints\": {\"hostlist\": [\"rack[0-%d]-host\"]}";
        assertThat(withSystem(constraints.formatted(9_999))
                        .constraint()
                        .toString()
                        .length())
                .isLessThan(200_000);
        assertSystemRefused(constraints.formatted(59_999), "in at most 524288 characters when expanded");
        assertSystemRefused(constraints.formatted(99_999), "brackets that are not at the end of a name may expand to");
    }

    @Test
    void refusesTooManyRanksInSeveralSets() {
        String sets = "\"0-499999\", \"1000000-1499999\", \"3000000\"";
        assertSystemRefused("\"constraints\": {\"ranks\": [" + sets + "]}", "at most 1000000 ids");
        assertSystemRefused("\"constraints\": {\"ranks\": [" + sets + ", \"4000000-4999999\"]}", "at most 1000000 ids");
    }

    @Test
    void joinsRanksOfSeveralSetsInAnyOrder() throws JobspecException {
        assertThat(withSystem("\"constraints\": {\"ranks\": [\"7\", \"0-3\", \"2-5\"]}")
                        .constraint())
                .hasToString("{\"ranks\": [\"0-5,7\"]}");
    }

    @Test
    void constructsNothingFromTags() {
        assertRefused("!!java.lang.Runtime {}", "a jobspec does not contain");
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
