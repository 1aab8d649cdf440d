package io.banyan.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrintableTextTest {
    @Test
    void refusesControlAndFormatCharactersAndSeparators() {
        for (String wrong : List.of(
                "\n",
                "\u001b",
                "\u009b",
                "\u00ad",
                "\u200b",
                "\u202e",
                "\u2066",
                "\ufeff",
                "\u2028",
                "\u2029",
                Character.toString(0xE0041))) {
            assertThat(PrintableText.isPrintable("a" + wrong + "b")).isFalse();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrintableText.require("a job's name", "a\u202eb"))
                .withMessage(
                        "a job's name must contain only printable characters, found U+202E (RIGHT-TO-LEFT OVERRIDE)");
    }

    @Test
    void takesLettersOfAllLanguagesAndSymbols() {
        for (String right : List.of("", "a b~!", "é", "日本", "שלום", Character.toString(0x1F600), "a\u00a0b")) {
            assertThat(PrintableText.require("a name", right)).isEqualTo(right);
        }
    }

    /** The form is that of a JSON string, which has two escapes for a character beyond U+FFFF. */
    @Test
    void escapesWhatIsNotPrintableAndKeepsWhatIsAllowed() {
        assertThat(PrintableText.escaped("a\u202eb\n\u200b")).isEqualTo("a\\u202Eb\\u000A\\u200B");
        assertThat(PrintableText.escaped("a\u202eb\n", "\n")).isEqualTo("a\\u202Eb\n");
        assertThat(PrintableText.escaped(Character.toString(0xE0041))).isEqualTo("\\uDB40\\uDC41");
        assertThat(PrintableText.spaced("a\u2028b\tc")).isEqualTo("a b c");
    }
}
