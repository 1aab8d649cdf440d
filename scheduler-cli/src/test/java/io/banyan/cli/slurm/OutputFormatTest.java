package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The formats of squeue and sinfo. */
class OutputFormatTest {
    /** A field of a word. */
    private record Field(String header, Function<String, String> of) implements OutputField<String> {
        @Override
        public String value(String row) {
            return of.apply(row);
        }
    }

    private static final Field WORD = new Field("WORD", word -> word);
    private static final Field LENGTH = new Field("LENGTH", word -> String.valueOf(word.length()));
    private static final List<String> ROWS = List.of("oak", "sycamore");

    private static String letters(String format, boolean hasHeader) {
        return OutputFormat.ofLetters(format, Map.of('w', WORD, 'l', LENGTH)).text(hasHeader, ROWS);
    }

    private static String names(String format) {
        return OutputFormat.ofNames(format, Map.of("word", WORD, "length", LENGTH))
                .text(true, ROWS);
    }

    @Test
    void fieldsWithoutASizeAreAsWideAsTheirValues() {
        assertThat(letters("%w %l", true)).isEqualTo("WORD LENGTH\noak 3\nsycamore 8\n");
    }

    @Test
    void sizesPadOnTheRightAndDotsOnTheLeftAndLongValuesAreCutOff() {
        assertThat(letters("[%5w|%.6l]", false)).isEqualTo("[oak  |     3]\n[sycam|     8]\n");
    }

    @Test
    void aHashIsTheWidthOfTheWidestValue() {
        assertThat(letters("%#w %l", true)).isEqualTo("WORD     LENGTH\noak      3\nsycamore 8\n");
    }

    @Test
    void namesTakeTwentyCharactersOrTheirSize() {
        String gap = " ".repeat(16);
        assertThat(names("Word,Length").lines().findFirst()).hasValue("WORD" + gap + "LENGTH" + " ".repeat(14));
        assertThat(names("word:.9,LENGTH:2|")).isEqualTo("     WORDLE|\n      oak3 |\n sycamore8 |\n");
    }

    @Test
    void unknownFieldsAreRefusedByName() {
        assertThatThrownBy(() -> letters("%w %q", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid job format specification: q");
        assertThatThrownBy(() -> letters("%w %~", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid format specification: %~");
        assertThatThrownBy(() -> names("word,colour"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid job format specification: colour");
    }
}
