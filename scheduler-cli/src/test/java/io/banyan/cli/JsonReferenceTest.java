package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class JsonReferenceTest {
    /** Measurements, whose forms may change with any release. */
    private static final Set<String> LEFT_OUT = Set.of("quickstart", "simulate");

    private static final List<String> PAGE = List.of(
            "| `jobs` | list of [jobs](#job) |",
            "| `token list` | a [token](#token) |",
            "### Job",
            "| `id` | integer | number |",
            "| `nodes` | map | |",
            "| `nodes.*` | object | |",
            "| `nodes.*.cores` | integer or null | |",
            "| `resources` | any | |",
            "### Token",
            "The fields of a [job](#job), and:",
            "| `names` | list | |",
            "| `names[]` | text | |",
            "### Failure",
            "| `message` | text | |");

    private final JsonReference page = new JsonReference(PAGE);

    @Test
    void whatThePageSaysIsAccepted() {
        page.check(List.of("jobs", "-o", "json"), """
                [{"id": 1, "nodes": {"a": {"cores": null}, "b": {"cores": 2}}, "resources": {"x": [{}]}}]""");
        page.check(List.of("token", "list", "--format=json"), "{\"id\": 2, \"names\": [\"a\"]}\n{\"message\": \"no\"}");
        page.check(List.of("jobs"), "no JSON");
    }

    @Test
    void aFieldThatThePageDoesNotNameIsAFailure() {
        assertThatThrownBy(() -> page.check(List.of("jobs", "-o", "json"), "[{\"id\": 1}, {\"ids\": 1}]"))
                .hasMessageContaining("nothing of the field ids that 'jobs' prints");
        assertThatThrownBy(() -> page.check(List.of("jobs", "-o", "json"), "{\"nodes\": {\"a\": {\"gpus\": 1}}}"))
                .hasMessageContaining("nothing of the field nodes.*.gpus");
        assertThatThrownBy(() -> page.check(List.of("jobs", "-o", "json"), "{\"names\": []}"))
                .hasMessageContaining("nothing of the field names");
    }

    @Test
    void anotherTypeIsAFailure() {
        assertThatThrownBy(() -> page.check(List.of("jobs", "-o", "json"), "{\"id\": null}"))
                .hasMessageContaining("the field id of 'jobs'");
        assertThatThrownBy(() -> page.check(List.of("token", "list", "-o", "json"), "{\"names\": [1]}"))
                .hasMessageContaining("the field names[] of 'token list'");
        assertThatThrownBy(() -> page.check(List.of("jobs", "-o", "json"), "no JSON"))
                .hasMessageContaining("prints no JSON");
    }

    @Test
    void thePageNamesEveryCommandThatPrintsAResult() {
        var nobody = new PrintWriter(Writer.nullWriter());
        Set<String> all = new TreeSet<>();
        Banyan.commands(new Terminal(InputStream.nullInputStream(), nobody, nobody))
                .forEach((name, create) -> {
                    Object made = create.get();
                    collect(name, made instanceof CommandLine line ? line : new CommandLine(made), all);
                });
        all.removeIf(name -> LEFT_OUT.contains(name.split(" ", 2)[0]));
        assertThat(new TreeSet<>(JsonReference.page().commands())).isEqualTo(all);
    }

    @Test
    void everyValueOfThePageIsPrintedByACommand() {
        assertThat(new TreeSet<>(JsonReference.page().values()))
                .isEqualTo(JsonReference.page().reached());
    }

    private static void collect(String name, CommandLine command, Set<String> all) {
        command.getSubcommands().forEach((word, below) -> collect(name + " " + word, below, all));
        if (command.getSubcommands().isEmpty()
                && !command.getCommandSpec().usageMessage().hidden()
                && command.getCommandSpec().findOption("--format") != null) {
            all.add(name);
        }
    }
}
