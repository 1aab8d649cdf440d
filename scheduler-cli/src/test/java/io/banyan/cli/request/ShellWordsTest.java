package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordsTest {
    @Test
    void wordsAreSplitAsByAShell() {
        assertThat(ShellWords.split("  -N 2\t-J 'my job' ")).isEqualTo(List.of("-N", "2", "-J", "my job"));
        assertThat(ShellWords.split("--comment=\"a \\\"b\\\" \\n\"")).isEqualTo(List.of("--comment=a \"b\" \\n"));
        assertThat(ShellWords.split("a\\ b '' c")).isEqualTo(List.of("a b", "", "c"));
        assertThat(ShellWords.split("")).isEmpty();
    }

    @Test
    void aWordThatBeginsWithAHashBeginsAComment() {
        assertThat(ShellWords.split("-N 2 # two -n 4")).isEqualTo(List.of("-N", "2"));
        assertThat(ShellWords.split("-J job#1 '#2'")).isEqualTo(List.of("-J", "job#1", "#2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'a", "\"a", "a '", "\"a\\\""})
    void aQuoteThatIsNotClosedIsRefused(String line) {
        assertThatThrownBy(() -> ShellWords.split(line)).hasMessageContaining("is not closed");
    }
}
