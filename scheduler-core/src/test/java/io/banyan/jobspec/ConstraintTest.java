package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstraintTest {
    private record Node(String name, int rank, Set<String> properties) implements ConstraintTarget {
        @Override
        public boolean hasProperty(String property) {
            return properties.contains(property);
        }
    }

    private static final Node NODE = new Node("node3", 3, Set.of("ssd", "amd"));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; true",
                "{\"properties\": [\"ssd\"]}; true",
                "{\"properties\": [\"ssd\", \"amd\"]}; true",
                "{\"properties\": [\"ssd\", \"gpu\"]}; false",
                "{\"properties\": [\"^gpu\"]}; true",
                "{\"properties\": [\"^ssd\"]}; false",
                "{\"properties\": []}; true",
                "{\"hostlist\": [\"node[0-3]\"]}; true",
                "{\"hostlist\": [\"node[0-2]\"]}; false",
                "{\"ranks\": [\"0-3\"]}; true",
                "{\"ranks\": [\"0-2,4\"]}; false",
                "{\"and\": [{\"ranks\": [\"3\"]}, {\"properties\": [\"ssd\"]}]}; true",
                "{\"and\": [{\"ranks\": [\"2\"]}, {\"properties\": [\"ssd\"]}]}; false",
                "{\"and\": []}; true",
                "{\"or\": [{\"ranks\": [\"2\"]}, {\"properties\": [\"ssd\"]}]}; true",
                "{\"or\": [{\"ranks\": [\"2\"]}, {\"properties\": [\"gpu\"]}]}; false",
                "{\"not\": [{\"ranks\": [\"3\"]}, {\"properties\": [\"gpu\"]}]}; true",
                "{\"not\": [{\"ranks\": [\"3\"]}, {\"properties\": [\"ssd\"]}]}; false"
            })
    void matchesAsTheOperatorsSayAndReadsAsItWasWritten(String json, boolean matches) throws JobspecException {
        Constraint constraint =
                JobspecReader.read("""
                        {"version": 1, "resources": [{"type": "node", "count": 1}], "tasks": [],
                         "attributes": {"system": {"constraints": %s}}}""".formatted(json), "test").attributes().constraint();
        assertThat(constraint.matches(NODE)).isEqualTo(matches);
        assertThat(constraint).hasToString(json);
    }
}
