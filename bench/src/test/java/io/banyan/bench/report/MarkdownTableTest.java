package io.banyan.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownTableTest {
    @Test
    void alignsItsColumns() {
        assertThat(new MarkdownTable("what", "ms")
                        .row("a", 1)
                        .row("bcdef", "1,000")
                        .toString())
                .isEqualTo("""
                | what  |    ms |
                | ----- | ----: |
                | a     |     1 |
                | bcdef | 1,000 |
                """);
    }

    @Test
    void refusesARowThatDoesNotFit() {
        assertThatThrownBy(() -> new MarkdownTable("what", "ms").row("a"))
                .hasMessage("a row of 1 cells in a table of 2 columns");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1234.4|1,234", "123.4|123", "12.34|12.3", "1.234|1.23", "0.1234|0.123", "0.0004|0.000", "0|0"})
    void numbersHaveThreeDigits(double value, String text) {
        assertThat(MarkdownTable.number(value)).isEqualTo(text);
    }

    @Test
    void whatIsNoNumberIsADash() {
        assertThat(MarkdownTable.number(Double.NaN)).isEqualTo("-");
    }
}
