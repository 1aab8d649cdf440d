package io.banyan.workflow.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "*          | word     | true",
                "*.txt      | a.txt    | true",
                "*.txt      | a.txt.gz | false",
                "a*b*c      | aXbXbc   | true",
                "a*b*c      | aXcXb    | false",
                "a**        | a        | true",
                "?          | a        | true",
                "?          | ab       | false",
                "[a-c]x     | bx       | true",
                "[a-c]x     | dx       | false",
                "[!a-c]x    | dx       | true",
                "[^a-c]x    | bx       | false",
                "[]]        | ]        | true",
                "[!]]       | ]        | false",
                "[a-]       | -        | true",
                "[\\]a]     | ]        | true",
                "[          | [        | true",
                "x[a        | x[a      | true",
                "[]         | []       | true",
                "\\*        | *        | true",
                "\\*        | a        | false",
                "a\\        | a\\      | true",
                "{a,b}      | {a,b}    | true",
                "{a,b}      | a        | false",
            })
    void matchesAsAShellDoes(String pattern, String name, boolean expected) {
        assertThat(new ShellPattern(pattern).matches(name)).isEqualTo(expected);
    }
}
