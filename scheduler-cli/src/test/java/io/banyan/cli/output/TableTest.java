package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void alignsColumnsUnderTheirHeadings() {
        Table table = new Table().left("name").right("size").left("unit");
        table.row("memory", 12, "GB").row("é", 3, "");
        assertThat(table).hasToString("""
                        name    size  unit
                        memory    12  GB
                        é          3
                        """);
    }

    @Test
    void refusesARowOfAnotherLength() {
        Table table = new Table().left("name");
        assertThatIllegalArgumentException().isThrownBy(() -> table.row("a", "b"));
    }

    @Test
    void whatATerminalWouldActOnIsSpeltOut() {
        assertThat(new Table().left("name").row("a\u001b[2Jb\n").toString()).isEqualTo("name\na\\u001B[2Jb\\u000A\n");
        assertThat(Printable.text("a\tb\nc\u009b")).isEqualTo("a\tb\nc\\u009B");
    }
}
