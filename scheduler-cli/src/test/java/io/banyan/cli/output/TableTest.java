package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

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
    void theWidestColumnsAreCutUntilTheTableFits() {
        Table table = new Table().right("job").cut("name").left("state").cut("reason");
        table.row(17, "a long name of a job", "running", "node: 1 needed, 0 of 8 free");
        assertThat(table.width()).isEqualTo(3 + 20 + 7 + 27 + 3 * 2);
        assertThat(table.within(50)).hasToString("""
                        job  name               state    reason
                         17  a long name of a…  running  node: 1 needed, …
                        """);
        assertThat(table.within(63)).hasToString(table.toString());
    }

    @Test
    void columnsAreCutToTheirHeadingsAtMost() {
        Table table = new Table().left("a state of a job").cut("name").cut("where or why");
        table.row("", "abcdefgh", "0123456789abcdef");
        assertThat(table.within(10).withoutHeading()).isEqualTo("  abcde…  0123456789a…\n");
        assertThat(new Table()
                        .cut("name")
                        .row("\uD83D\uDE80".repeat(8))
                        .within(6)
                        .withoutHeading())
                .isEqualTo("\uD83D\uDE80".repeat(5) + "…\n");
    }

    @Test
    void whatATerminalWouldActOnIsSpeltOut() {
        assertThat(new Table().left("name").row("a\u001b[2Jb\n").toString()).isEqualTo("name\na\\u001B[2Jb\\u000A\n");
        assertThat(Printable.text("a\tb\nc\u009b")).isEqualTo("a\tb\nc\\u009B");
    }

    @Test
    void formatCharactersAreEscapedInTablesAndJsonAndCommaSeparatedValues() {
        assertThat(new Table().left("name").row("a\u202eb\u2066c\u200b").toString())
                .isEqualTo("name\na\\u202Eb\\u2066c\\u200B\n");
        var out = new StringWriter();
        var terminal = new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(out));
        new ExportOutput(terminal).row(List.of("1", "a\u202eb"));
        new SheetOutput(terminal).printLine(Map.of("name", "é\u2028"), shown -> shown.toString());
        var json = new CommandLine(new Described(terminal));
        json.parseArgs("-o", "json");
        ((Described) json.getCommand()).output.printLine(Map.of("name", "a\u202eb"), Object::toString);
        assertThat(out.toString().lines())
                .containsExactly("1,a\\u202Eb", "{name=é\\u2028}", "{\"name\":\"a\\u202Eb\"}");
    }

    @Test
    void yamlReadsBackAsTheValuesThatJsonHas() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("name", "yes");
        value.put("number", "010");
        value.put("text", "two\nlines: \u001b[2J");
        value.put("none", null);
        value.put("list", List.of(1, 2.5, true));
        String yaml = DataForm.YAML.document(value);
        assertThat(yaml).doesNotContain("\u001b");
        assertThat(new Load(LoadSettings.builder().build()).loadFromString(yaml))
                .isEqualTo(value);
        assertThat(DataForm.YAML.item(Map.of("id", 1))).isEqualTo("---\nid: 1\n");
    }

    /** A command with the option -o. */
    @CommandLine.Command
    private static final class Described {
        @CommandLine.Mixin
        private final Output output;

        Described(Terminal terminal) {
            this.output = new Output(terminal);
        }
    }
}
