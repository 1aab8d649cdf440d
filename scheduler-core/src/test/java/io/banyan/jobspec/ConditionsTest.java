package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.rset.IdSet;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionsTest {
    private static Conditions read(String system) throws JobspecException {
        String text = """
                version: 9999
                resources: [{type: node, count: 1}]
                tasks: []
                attributes:
                  system:
                    %s
                """.formatted(system);
        return Conditions.of(JobspecReader.read(text, "test"));
    }

    @Test
    void aJobspecThatSaysNothingWaitsForNothing() throws JobspecException {
        Conditions none = read("duration: 5");
        assertThat(none.isImmediate()).isTrue();
        assertThat(none.deadlineSec()).isEmpty();
    }

    @Test
    void dependenciesAreReadAsFluxWritesThem() throws JobspecException {
        Conditions conditions = read("dependencies: [{scheme: afterok, value: \"12\"},"
                + " {type: in, scope: user, scheme: afterany, value: \"20-29\"},"
                + " {scheme: begin-time, value: \"1700000000.25\"}]");
        assertThat(conditions.dependencies())
                .isEqualTo(List.of(
                        new Dependency(Dependency.Scheme.AFTEROK, IdSet.of(12)),
                        new Dependency(Dependency.Scheme.AFTERANY, IdSet.parse("20-29"))));
        assertThat(conditions.beginMillis()).isEqualTo(OptionalLong.of(1_700_000_000_250L));
        assertThat(conditions.isImmediate()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1700000000, 1700000000",
        "1.7e9, 1700000000",
        "1700000000.9, 1700000000",
        "'\"1700000000\"', 1700000000"
    })
    void aDeadlineIsInSecondsRoundedDown(String said, long sec) throws JobspecException {
        assertThat(read("banyan: {deadline: " + said + "}").deadlineSec()).isEqualTo(OptionalLong.of(sec));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dependencies: 7 | 'dependencies' must be a list, found 7",
                "dependencies: [afterok] | each of 'dependencies' must be a mapping with a scheme and a value, found afterok",
                "dependencies: [{scheme: string, value: a}] | there is no dependency scheme 'string'",
                "dependencies: [{scheme: afterok, value: \"\"}] | 'afterok' does not name a job",
                "dependencies: [{scheme: afterok}] | the value of 'afterok' must be the number of a job",
                "dependencies: [{scheme: afterok, value: \"1-20000\"}] | a job can depend on at most 10000 other jobs",
                "dependencies: [{scheme: begin-time, value: tomorrow}] | 'begin-time' must be a time in seconds",
                "banyan: {deadline: -1} | 'deadline' must be a time in seconds",
                "banyan: {deadline: 1e300} | 'deadline' must be a time in seconds",
                "banyan: {deadline: soon} | 'deadline' must be a time in seconds"
            })
    void whatIsNotKnownIsRefused(String system, String message) {
        assertThatThrownBy(() -> read(system))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
