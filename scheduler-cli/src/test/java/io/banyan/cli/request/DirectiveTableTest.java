package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.ForeignOption.Effect;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The tables of directives in docs/user/scripts.md are those of the program. */
class DirectiveTableTest {
    private static String row(ForeignOption option) {
        String names = option.names().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        return "| " + names + " | "
                + switch (option.effect()) {
                    case Effect.Becomes becomes ->
                        "`" + becomes.option() + "`" + (becomes.note().isEmpty() ? "" : ": " + becomes.note());
                    case Effect.Holds(String why) -> "nothing: " + why;
                    case Effect.Meaningless(String why) -> "refused: " + why;
                }
                + " |";
    }

    private static String table(ForeignOptions options) {
        return options.all().stream()
                .map(DirectiveTableTest::row)
                .map(row -> row.replace("& | !", "`&`, `\\|`, `!`"))
                .collect(Collectors.joining("\n", "| option | here |\n|---|---|\n", "\n"));
    }

    /** Writes the tables to target/directives-*.md, from where they go into the document when they change. */
    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"SLURM", "FLUX"})
    void theDocumentHasTheTableOfTheProgram(Dialect dialect) throws IOException {
        String table = table(dialect.options().orElseThrow());
        Files.writeString(
                Path.of("target", "directives-" + dialect.name().toLowerCase(java.util.Locale.ROOT) + ".md"), table);
        assertThat(Files.readString(Path.of("..", "docs", "user", "scripts.md")))
                .contains(table);
    }

    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"SLURM", "FLUX"})
    void eachOptionBecomesOneOfTheProgram(Dialect dialect) {
        var terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()));
        Set<String> known = new CommandLine(new JobOptions(terminal))
                .getCommandSpec()
                .optionsMap()
                .keySet();
        assertThat(dialect.options().orElseThrow().all().stream()
                        .map(ForeignOption::effect)
                        .filter(Effect.Becomes.class::isInstance)
                        .map(effect -> ((Effect.Becomes) effect).option()))
                .isNotEmpty()
                .isSubsetOf(known);
    }
}
