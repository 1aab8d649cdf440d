package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "there is no vertex /a here|There is no vertex /a here.",
                "No: in use by job 2|No: in use by job 2.",
                "graph: no such file|graph: no such file.",
                "small.json: no such file|small.json: no such file.",
                "/tmp/x has no vertices.|/tmp/x has no vertices.",
                "--timeout must be 1 to 5 seconds, found 0|--timeout must be 1 to 5 seconds, found 0.",
                "Unexpected argument 'b'|Unexpected argument 'b'.",
                "too large? yes|Too large? yes.",
                "is it?|Is it?",
            })
    void beginsWithACapitalAndEndsWithAFullStop(String message, String sentence) {
        assertThat(Sentence.of(message)).isEqualTo(sentence);
        assertThat(Sentence.of(sentence)).as("once more").isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "this fails|\\nMaybe: chmod +x a.sh|This fails.|\\nMaybe: chmod +x a.sh",
                "this fails|\\n  node: 3 needed, 2 free|This fails.|\\n  node: 3 needed, 2 free",
                "this fails|\\nMaybe it has stopped|This fails.|\\nMaybe it has stopped.",
            })
    void leavesCommandsAndListsAsTheyAre(String first, String second, String begun, String rest) {
        assertThat(Sentence.of(first + second.replace("\\n", "\n"))).isEqualTo(begun + rest.replace("\\n", "\n"));
    }
}
